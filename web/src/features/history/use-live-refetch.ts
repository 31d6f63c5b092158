import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";

/** Minimum time between two refreshes: a bulk file may finish a hundred requests a second. */
const minIntervalMs = 1_000;

/**
 * Refetches the queries of `path` after each server event: at once, but one refetch at a time and never while the
 * user loads more rows. An event during a refetch causes one more.
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
    // a request in flight may not include the latest change
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
