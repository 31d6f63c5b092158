import { consentPollIntervalMs } from "@idanimo/contract/limits";
import { type Currency, formatMoney, type Money } from "@idanimo/contract/money";
import { priceListFromWire, servicePrices } from "@idanimo/contract/pricing";
import type { StakeholderRecord } from "@idanimo/contract/checks/company/record";
import {
  type CompanyChoice,
  completeStakeholders,
  readStakeholders,
  type StakeholderState,
} from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import { StakeholderLookupDialogs } from "./StakeholderLookupDialogs.tsx";
import { lookupQuote } from "./rules.ts";
import styles from "./StakeholderLookup.module.css";
import { type LookupFlow, useStakeholderLookup } from "./use-stakeholder-lookup.ts";

type Props = {
  readonly company: CompanyChoice;
  readonly name: string;
  /** Whether nothing else on the page can be bought. */
  readonly isOnly: boolean;
  /** Renders the stakeholders found. */
  readonly children: (found: readonly StakeholderRecord[]) => ReactNode;
  readonly PaymentDialog: PaymentFrame;
  /** Opens the wallet above this screen. */
  readonly onTopUp: (missing: Money) => void;
};

/**
 * The stakeholders of one company: those already paid for, or the button to look them up [RESULT-BUSINESS-08 to
 * RESULT-BUSINESS-16 O-38].
 */
export function StakeholderLookup({ company, name, isOnly, children, PaymentDialog, onTopUp }: Props) {
  const stakeholdersQuery = useStakeholders(company);
  const canBuy = useRight(completeStakeholders.right);
  const pricesQuery = useQuery(operationQuery(servicePrices, {}));
  const priceList = useMemo(() => pricesQuery.data && priceListFromWire(pricesQuery.data), [pricesQuery.data]);
  const lookup = stakeholdersQuery.data?.data.business;
  const currency: Currency = lookup?.currency ?? "NGN";
  const flow = useStakeholderLookup({ company, currency, prices: priceList });
  const state = flow.phase.kind === "completing" ? "running" : lookup?.state;
  useLookupUpdates(state, flow, () => void stakeholdersQuery.refetch());

  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<StakeholderState>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = state;
    // the focused element was removed with the previous state: moves the focus to the new heading
    if (before && before !== state && document.activeElement === document.body) heading.current?.focus();
  }, [state]);

  return (
    <section className={styles.stakeholders} aria-label={`Stakeholders of ${name}`}>
      <h4 ref={heading} tabIndex={-1}>
        Stakeholders
      </h4>
      {!lookup || !state ? (
        stakeholdersQuery.isError ? (
          <ErrorPanel
            title="Error fetching Stake Holders"
            money="Nothing was charged. Checks you've paid for will continue."
            next={stakeholdersQuery.error.message}
            busy={stakeholdersQuery.isFetching && "Trying again"}
            onRetry={() => void stakeholdersQuery.refetch()}
          />
        ) : (
          <StakeholdersSkeleton onRetry={() => void stakeholdersQuery.refetch()} />
        )
      ) : state === "found" ? (
        children(lookup.data)
      ) : state === "running" ? (
        <Notice tone="waiting" announce title={texts.inProgressTitle}>
          {texts.inProgress}. You have paid, and we are checking the register. This updates automatically; you can leave
          this page.
        </Notice>
      ) : state !== "not_bought" && state !== "returned" ? (
        <Notice tone="info">{texts.pageOutOfDate}</Notice>
      ) : (
        <>
          {state === "returned" && (
            <Notice tone="problem" title="We couldn't look up the stakeholders">
              <p>{lookup.message}</p>
              <p>{texts.moneyReturned}</p>
            </Notice>
          )}
          {flow.undecided !== undefined && (
            <Notice tone="waiting" announce title="Payment pending">
              If you've paid, don't pay again. Wait here; this page updates automatically.
            </Notice>
          )}
          {!canBuy ? (
            <p className="quiet">Not looked up yet. Your role does not include checks.</p>
          ) : pricesQuery.isError && !priceList ? (
            <ErrorPanel
              title="Unable to get Service Prices"
              money="Nothing was charged."
              next={pricesQuery.error.message}
              busy={pricesQuery.isFetching && "Trying again"}
              onRetry={() => void pricesQuery.refetch()}
            />
          ) : (
            <div className={styles.offer}>
              <p className="quiet">
                The shareholders and directors of this company in the public register: names, roles and contact details.
              </p>
              <Button
                kind={isOnly ? "primary" : "secondary"}
                busy={!priceList && "Loading the price"}
                onClick={flow.chooseMethod}
              >
                Lookup Stakeholder
                {priceList && <span className="figures">{formatMoney(lookupQuote(priceList, currency).total)}</span>}
                <span className="only-heard"> of {name}</span>
              </Button>
            </div>
          )}
        </>
      )}
      {priceList && (
        <StakeholderLookupDialogs
          flow={flow}
          id={`${company.requestId} ${company.cacId}`}
          quote={lookupQuote(priceList, currency)}
          name={name}
          PaymentDialog={PaymentDialog}
          onTopUp={onTopUp}
        />
      )}
    </section>
  );
}

/**
 * Fetches the paid stakeholders. They do not outlive the screen, and are refetched only when something may have
 * changed.
 */
function useStakeholders(company: CompanyChoice) {
  const client = useQueryClient();
  const query = operationQuery(readStakeholders, { business: company });
  const key = useRef(query.queryKey);
  useEffect(() => {
    const queryKeyAtMount = key.current;
    return () => client.removeQueries({ queryKey: queryKeyAtMount });
  }, [client]);
  return useQuery({ ...query, gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false });
}

/** Refetches when the lookup may have ended, or when an undecided payment may have been decided. */
function useLookupUpdates(state: StakeholderState | undefined, buying: LookupFlow, refetch: () => void) {
  const { phase, undecided, recheckPayment } = buying;
  const isOpen = state === "running" || state === "not_bought";
  const isAwaited = state === "running" || undecided !== undefined;
  const isAtRest = phase.kind === "idle" || phase.kind === "choosing";
  useLiveUpdates({
    enabled: isOpen && isAtRest,
    onEvent: (event) => {
      if (event.type === "payment_settled" && event.reference === undecided) void recheckPayment();
      else if (event.type === "payment_settled" || event.type === "item_closed" || event.type === "refund_initiated")
        refetch();
    },
    poll: () => {
      if (isAwaited) refetch();
    },
  });
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    // besides the stream, which may have sent the event before this page subscribed
    if (!isAwaited || !isAtRest) return;
    const timer = setInterval(() => latest.current(), consentPollIntervalMs);
    return () => clearInterval(timer);
  }, [isAwaited, isAtRest]);
}

function StakeholdersSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Skeleton what="the stakeholders" onRetry={onRetry}>
      <SkeletonLine width="70%" />
      <SkeletonLine tall width="14rem" />
    </Skeleton>
  );
}
