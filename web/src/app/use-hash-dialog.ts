import { navigate, useLocation } from "../lib/router.ts";

/** A dialog that is part of the URL (`#wallet`): any link can open it and the back button closes it. */
export function useHashDialog(name: string): {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const { hash, pathname, search, state } = useLocation();
  const dialogHash = `#${name}`;
  const isOpen = hash === dialogHash;
  return {
    isOpen,
    open: () => navigate(pathname + search + dialogHash, { state, preserveScroll: true }),
    close: () => {
      if (isOpen) navigate(pathname + search, { replace: true, state, preserveScroll: true });
    },
  };
}
