import { profile } from "@idanimo/contract/accounts";
import { type Money, money } from "@idanimo/contract/money";
import { priceListFrom, servicePrices } from "@idanimo/contract/pricing";
import * as texts from "@idanimo/contract/texts";
import { readSession, sources } from "@idanimo/contract/verification";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { go } from "../../lib/place.ts";
import { queryOf } from "../../lib/query.ts";
import { storedSessionCode } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import type { PaymentFrame } from "../payment/frame.ts";
import { Resume } from "./Resume.tsx";
import type { Slots } from "./slots.ts";
import { Wizard } from "./Wizard.tsx";
import styles from "./Wizard.module.css";

type Props = {
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
  readonly slots?: Slots;
};

/** How often the weather of the sources is asked for while somebody chooses. */
const weatherIntervalMs = 30_000;

/** The verification wizard at `/dashboard`. Source: WIZARD-02, WIZARD-03. */
export function WizardScreen(props: Props) {
  return (
    <>
      <PageHeader title={texts.wizardTitle} />
      <Content {...props} />
    </>
  );
}

function Content(props: Props) {
  const user = useQuery(queryOf(profile, {}));
  const prices = useQuery(queryOf(servicePrices, {}));
  const offered = useQuery({ ...queryOf(sources, {}), refetchInterval: weatherIntervalMs });
  const toast = useToast();
  const [code, setCode] = useState(() => storedSessionCode.get());
  const before = useQuery({
    ...queryOf(readSession, { sessionCode: code ?? "" }),
    enabled: code !== undefined,
    retry: false,
  });
  const undo = useRef<AbortController>(undefined);
  useEffect(() => () => undo.current?.abort(), []);
  const list = useMemo(() => prices.data && priceListFrom(prices.data), [prices.data]);

  function startAgain() {
    storedSessionCode.remove();
    setCode(undefined);
  }

  /** What was about to be paid is put aside; its price stands until it ends, so that it can be taken up again, until the next is made. */
  function putAside() {
    startAgain();
    if (code === undefined) return;
    undo.current = new AbortController();
    toast({
      tone: "info",
      text: "Your last request is put aside.",
      until: undo.current.signal,
      action: { label: "Undo", onPress: () => (storedSessionCode.set(code), setCode(code)) },
    });
  }

  const wallet = user.data && money(user.data.currency, user.data.walletBalance);
  const session = before.data;
  if (code !== undefined && before.isPending) return <Coming onRetry={() => void before.refetch()} />;
  if (code !== undefined && session && session.state !== "abandoned" && session.state !== "completed")
    return <Resume {...props} session={session} wallet={wallet} onPutAside={putAside} onStartAgain={startAgain} />;

  if (code !== undefined && before.error && before.error.problem.code !== "not_found")
    return (
      <ErrorPanel
        title="We could not ask how your last request stands"
        money="If you paid for it, it is counted and goes on without you."
        next={before.error.message}
        busy={before.isFetching && "Trying again"}
        onRetry={() => void before.refetch()}
        actions={
          <Button size="small" onClick={putAside}>
            Check something else
          </Button>
        }
      />
    );
  if (prices.error && !list)
    return (
      <NoPrices
        reason={
          prices.error.problem.code === "too_many_requests"
            ? prices.error.message
            : "Nothing was charged. Try again in a moment."
        }
        busy={prices.isFetching && "Trying again"}
        onRetry={() => void prices.refetch()}
      />
    );
  if (offered.error && !offered.data)
    return (
      <ErrorPanel
        title="We could not learn which sources answer now"
        money="Nothing was charged."
        next={offered.error.message}
        busy={offered.isFetching && "Trying again"}
        onRetry={() => void offered.refetch()}
      />
    );
  if (!list || !offered.data) {
    return (
      <Coming
        onRetry={() => {
          void prices.refetch();
          void offered.refetch();
        }}
      />
    );
  }
  return (
    <Wizard
      {...props}
      sources={offered.data.sources}
      prices={list}
      userType={user.data?.userType ?? "individual"}
      wallet={wallet}
      slots={props.slots ?? {}}
      onMade={() => undo.current?.abort()}
    />
  );
}

type NoPricesProps = {
  readonly reason: string;
  readonly busy: string | false;
  readonly onRetry: () => void;
};

/** Without prices nothing can be chosen. Source: ERR-49. */
function NoPrices({ reason, busy, onRetry }: NoPricesProps) {
  const leave = () => go("/main-dashboard");
  return (
    <Dialog
      open
      variant="alert"
      dismissable={false}
      title="Unable to get Service Prices"
      onClose={leave}
      actions={
        <>
          <Button kind="primary" onClick={leave}>
            OK
          </Button>
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      {reason} OK leads to your dashboard.
    </Dialog>
  );
}

function Coming({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Skeleton what="what can be checked and its prices" onRetry={onRetry}>
      <div className={styles.parts}>
        <span>
          <SkeletonBlock height="5.5rem" />
          <SkeletonLine />
          <SkeletonBlock height="3.5rem" />
        </span>
        <span>
          <SkeletonLine width="40%" />
          <SkeletonBlock height="2.75rem" />
          <SkeletonLine width="60%" />
        </span>
        <SkeletonBlock height="20rem" />
      </div>
    </Skeleton>
  );
}
