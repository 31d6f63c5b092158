import { useEffect, useState } from "react";
import { useLocation } from "../../lib/router.ts";

/** How long typing must pause before the server is queried. */
const debounceMs = 300;

/** The last search text, in this document's memory only: it is never in storage, an address or a history entry. */
let lastTyped = "";

/**
 * The search text of the history, and its debounced value for the server. The text survives opening a result and
 * coming back; a page load starts empty.
 */
export function useHistorySearch(): {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly debounced: string;
} {
  const isBack = useLocation().navigationType === "back";
  const [typed, setTyped] = useState(isBack ? lastTyped : "");
  const words = typed.trim();
  const [debounced, setDebounced] = useState(words);
  useEffect(() => {
    lastTyped = words;
    const timer = setTimeout(() => setDebounced(words), debounceMs);
    return () => clearTimeout(timer);
  }, [words]);
  return { typed, setTyped, debounced: words && debounced };
}
