import { useEffect, useState } from "react";
import { useLocation } from "../../lib/router.ts";

/** How long nothing is typed before the server is asked. */
const debounceMs = 300;

/** What was typed last, in the memory of this document alone: no storage, no address, no step of the back button holds it. */
let lastTyped = "";

/**
 * What is typed into the search of the history, and what of it the server is asked for: nothing yet, or what has stood for a
 * moment. Whoever comes back from a result finds it was; a fresh visit begins empty.
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
