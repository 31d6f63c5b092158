import { profile } from "@idanimo/contract/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../lib/live.ts";

/** Keeps the balance in the bar right on every screen: it is asked again whenever money may have moved. Source: T-70. */
export function useLiveBalance(): void {
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: [profile.path] });
  useLive({
    onEvent: (event) => {
      if (event.type !== "consent_changed") again();
    },
    poll: again,
  });
}
