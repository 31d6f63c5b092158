import { useLocation, useNavigate } from "react-router";

/** What stands above a screen as a part of the address (`#wallet`): any link can open it and the back button closes it. */
export function useHashDialog(name: string): {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = `#${name}`;
  const isOpen = hash === wanted;
  return {
    isOpen,
    open: () => void navigate({ pathname, search, hash: wanted }, { state, preventScrollReset: true }),
    close: () => {
      if (isOpen) void navigate({ pathname, search }, { replace: true, state, preventScrollReset: true });
    },
  };
}
