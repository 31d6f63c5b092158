import { useEffect, useState } from "react";
import { usePlace } from "../../lib/place.ts";

/** How long nothing is typed before the server is asked. */
const pauseMs = 300;

/** What was typed last, in the memory of this document alone: no storage, no address, no step of the back button holds it. */
let lastTyped = "";

/**
 * What is typed into the search of the history, and what of it the server is asked for: nothing yet, or what has stood for a
 * moment. Whoever comes back from a result finds it as it was; a fresh visit begins empty.
 */
export function useSearch(): {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly settled: string;
} {
  const isBack = usePlace().by === "back";
  const [typed, setTyped] = useState(isBack ? lastTyped : "");
  const words = typed.trim();
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    lastTyped = words;
    const timer = setTimeout(() => setSettled(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return { typed, setTyped, settled: words && settled };
}
