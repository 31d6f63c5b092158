import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useLive } from "../../lib/live.ts";

/** How long is waited between two refreshes: a bulk file may end a hundred requests a second. */
const pauseMs = 1_000;

/**
 * Keeps what is asked at `path` fresh: asks again after each event of the server, at once, but one at a time and never while rows
 * are being added by hand; what happens meanwhile is asked for right after.
 */
export function useRefresh(path: string): void {
  const client = useQueryClient();
  const state = useRef<"idle" | "asking" | "asking, then again">("idle");

  async function refresh() {
    if (state.current !== "idle") {
      state.current = "asking, then again";
      return;
    }
    const key = { queryKey: [path] };
    // an answer already under way may not know yet what has just happened
    state.current = client.isFetching(key) > 0 ? "asking, then again" : "asking";
    await client.invalidateQueries(key, { cancelRefetch: false });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const again = state.current === "asking, then again";
    state.current = "idle";
    if (again) await refresh();
  }
  const again = () => void refresh();
  useLive({ onEvent: again, poll: again });
}
