import { useLocation, useNavigate } from "react-router";

const walletHash = "#wallet";

/** The wallet dialog is part of the address (`#wallet`), so that any link can open it and the back button closes it. */
export function useWallet(): { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void } {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isOpen = hash === walletHash;
  return {
    isOpen,
    open: () => void navigate({ pathname, search, hash: walletHash }, { preventScrollReset: true }),
    close: () => {
      if (isOpen) void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
    },
  };
}
