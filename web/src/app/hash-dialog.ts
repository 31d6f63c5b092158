import { go, usePlace } from "../lib/place.ts";

/** What stands above a screen as a part of the address (`#wallet`): any link can open it and the back button closes it. */
export function useHashDialog(name: string): {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const { hash, pathname, search, said } = usePlace();
  const wanted = `#${name}`;
  const isOpen = hash === wanted;
  return {
    isOpen,
    open: () => go(pathname + search + wanted, { said, still: true }),
    close: () => {
      if (isOpen) go(pathname + search, { replace: true, said, still: true });
    },
  };
}
