import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";

/** How long is waited between two refreshes: a bulk file may end a hundred requests a second. */
const minIntervalMs = 1_000;

/**
 * Keeps what is asked at `path` fresh: asks again after each event of the server, at once, but one at a time and never while rows
 * are being added by hand; what happens meanwhile is asked for right after.
 */
export function useLiveRefetch(path: string): void {
  const client = useQueryClient();
  const state = useRef<"idle" | "asking" | "asking, then again">("idle");

  async function refetch() {
    if (state.current !== "idle") {
      state.current = "asking, then again";
      return;
    }
    const key = { queryKey: [path] };
    // an answer already under way may not know yet what has just happened
    state.current = client.isFetching(key) > 0 ? "asking, then again" : "asking";
    await client.invalidateQueries(key, { cancelRefetch: false });
    await new Promise((resolve) => setTimeout(resolve, minIntervalMs));
    const again = state.current === "asking, then again";
    state.current = "idle";
    if (again) await refetch();
  }
  const again = () => void refetch();
  useLiveUpdates({ onEvent: again, poll: again });
}
