import { consentPollIntervalMs } from "@idanimo/contract/limits";
import { type Currency, formatMoney, type Money } from "@idanimo/contract/money";
import { priceListFrom, servicePrices } from "@idanimo/contract/pricing";
import type { StakeholderRecord } from "@idanimo/contract/records";
import { type CompanyChoice, readStakeholders, type StakeholderState } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useLive } from "../../lib/live.ts";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import type { PaymentFrame } from "../payment/frame.ts";
import { LookUpDialogs } from "./LookUpDialogs.tsx";
import { priceIn } from "./rules.ts";
import styles from "./Stakeholders.module.css";
import { type Buying, useLookUp } from "./use-look-up.ts";

type Props = {
  readonly company: CompanyChoice;
  readonly name: string;
  /** Nothing else on the page can be bought. */
  readonly isOnly: boolean;
  /** Draws what was found. */
  readonly children: (found: readonly StakeholderRecord[]) => ReactNode;
  readonly PaymentDialog: PaymentFrame;
  /** Opens the wallet above this screen. */
  readonly onTopUp: (missing: Money) => void;
};

/** The stakeholders of one company: what is paid for, or the way to have them looked up. Source: RESULT-BUSINESS-08 to 16, O-38. */
export function Stakeholders({ company, name, isOnly, children, PaymentDialog, onTopUp }: Props) {
  const read = useStanding(company);
  const prices = useQuery(queryOf(servicePrices, {}));
  const list = useMemo(() => prices.data && priceListFrom(prices.data), [prices.data]);
  const told = read.data?.data.business;
  const bought: Currency = told?.currency ?? "NGN";
  const buying = useLookUp({ company, bought, prices: list });
  const state = buying.phase.kind === "completing" ? "running" : told?.state;
  useNews(state, buying, () => void read.refetch());

  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<StakeholderState>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = state;
    // what had the focus has gone with its state: reading goes on at the head of what came instead
    if (before && before !== state && document.activeElement === document.body) heading.current?.focus();
  }, [state]);

  return (
    <section className={styles.stakeholders} aria-label={`Stakeholders of ${name}`}>
      <h4 ref={heading} tabIndex={-1}>
        Stakeholders
      </h4>
      {!told || !state ? (
        read.isError ? (
          <ErrorPanel
            title="Error fetching Stake Holders"
            money="Nothing was charged. What you have paid for is kept."
            next={read.error.message}
            busy={read.isFetching && "Trying again"}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <Coming onRetry={() => void read.refetch()} />
        )
      ) : state === "found" ? (
        children(told.data)
      ) : state === "running" ? (
        <Notice tone="waiting" announce title={texts.inProgressTitle}>
          {texts.inProgress}. You have paid, and we are asking the register. It goes on by itself; you need not stay.
        </Notice>
      ) : state !== "not_bought" && state !== "returned" ? (
        <Notice tone="info">{texts.pageOutOfDate}</Notice>
      ) : (
        <>
          {state === "returned" && (
            <Notice tone="problem" title="The stakeholders could not be looked up">
              <p>{told.message}</p>
              <p>{texts.moneyBack}</p>
            </Notice>
          )}
          {buying.undecided !== undefined && (
            <Notice tone="waiting" announce title="No payment has reached us yet">
              If you have paid at the provider, wait here: it goes on by itself. Do not pay a second time meanwhile.
            </Notice>
          )}
          {prices.isError && !list ? (
            <ErrorPanel
              title="Unable to get Service Prices"
              money="Nothing was charged."
              next={prices.error.message}
              busy={prices.isFetching && "Trying again"}
              onRetry={() => void prices.refetch()}
            />
          ) : (
            <div className={styles.offer}>
              <p className="quiet">
                The shareholders and directors of this company, as the register names them: who they are, their part in
                it, and how to reach them.
              </p>
              <Button
                kind={isOnly ? "primary" : "secondary"}
                busy={!list && "Asking for the price"}
                onClick={buying.choose}
              >
                Lookup Stakeholder
                {list && <span className="figures">{formatMoney(priceIn(list, bought).total)}</span>}
                <span className="only-heard"> of {name}</span>
              </Button>
            </div>
          )}
        </>
      )}
      {list && (
        <LookUpDialogs
          buying={buying}
          id={`${company.requestId} ${company.cacId}`}
          quote={priceIn(list, bought)}
          name={name}
          PaymentDialog={PaymentDialog}
          onTopUp={onTopUp}
        />
      )}
    </section>
  );
}

/** What is paid for. Nothing of it outlives the screen, and it is asked for again only where something may have changed. */
function useStanding(company: CompanyChoice) {
  const client = useQueryClient();
  const query = queryOf(readStakeholders, { business: company });
  const key = useRef(query.queryKey);
  useEffect(() => {
    const held = key.current;
    return () => client.removeQueries({ queryKey: held });
  }, [client]);
  return useQuery({ ...query, gcTime: 0, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false });
}

/** Asks again when the look-up may have ended, or a payment left undecided may have come. Source: B§9. */
function useNews(state: StakeholderState | undefined, buying: Buying, ask: () => void) {
  const { phase, undecided, hearDecision } = buying;
  const isOpen = state === "running" || state === "not_bought";
  const waits = state === "running" || undecided !== undefined;
  const isAtRest = phase.kind === "idle" || phase.kind === "choosing";
  useLive({
    active: isOpen && isAtRest,
    onEvent: (event) => {
      if (event.type === "payment_settled" && event.reference === undecided) void hearDecision();
      else if (event.type === "payment_settled" || event.type === "item_closed" || event.type === "refund_initiated")
        ask();
    },
    poll: () => {
      if (waits) ask();
    },
  });
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    // beside the stream, which may have told it before this page listened
    if (!waits || !isAtRest) return;
    const timer = setInterval(() => latest.current(), consentPollIntervalMs);
    return () => clearInterval(timer);
  }, [waits, isAtRest]);
}

function Coming({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Skeleton what="the stakeholders" onRetry={onRetry}>
      <SkeletonLine width="70%" />
      <SkeletonLine tall width="14rem" />
    </Skeleton>
  );
}
