import { useEffect, useState } from "react";

/** How long typing must pause before the server is queried. */
const debounceMs = 300;

/** A text once typing has paused; an empty text at once. */
export function useDeferredText(text: string): string {
  const [deferred, setDeferred] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDeferred(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text && deferred;
}
