import { profile } from "@idanimo/contract/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onBalanceChanged } from "../lib/balance-broadcast.ts";
import { useLiveUpdates } from "../lib/live-updates.ts";

/**
 * Keeps the balance in the navigation bar current: refetches it whenever money may have moved, on the server or in
 * another tab [T-70].
 */
export function useLiveBalance(): void {
  const client = useQueryClient();
  const refetchProfile = () => void client.invalidateQueries({ queryKey: [profile.path] });
  useLiveUpdates({ onEvent: refetchProfile, poll: refetchProfile });
  useEffect(() => onBalanceChanged(() => void client.invalidateQueries({ queryKey: [profile.path] })), [client]);
}
