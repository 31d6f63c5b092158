import { profile } from "@idanimo/contract/accounts";
import type { PurposeCode } from "@idanimo/contract/consent";
import type { Currency } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import type { PricedSearch } from "@idanimo/contract/pricing";
import { purchaseLimits } from "@idanimo/contract/verification";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { cancelAndInvalidate, operationQuery } from "../../lib/query.ts";

export type PurchaseLimits = OutputOf<typeof purchaseLimits>;

/**
 * What the organisation's caps and rules say about the choice so far; undefined in a person's own account. The server
 * decides again at each payment [TM-06 TM-07].
 */
export function usePurchaseLimits(
  searches: readonly PricedSearch[],
  currency: Currency,
  purpose: PurposeCode | undefined,
): PurchaseLimits | undefined {
  const client = useQueryClient();
  const { data: user } = useQuery(operationQuery(profile, {}));
  const enabled = Boolean(user?.organisation) && searches.length > 0;
  const input = {
    searches: searches.map(({ type, options, records }) => ({ type, options: [...options], records })),
    currency,
    ...(purpose !== undefined && { purpose }),
  };
  const { data } = useQuery({
    ...operationQuery(purchaseLimits, input),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  useLiveUpdates({
    enabled,
    onEvent: (event) => {
      if (event.type === "approval_changed") void cancelAndInvalidate(client, [purchaseLimits.path]);
    },
    poll: () => undefined,
  });
  return enabled ? data : undefined;
}
