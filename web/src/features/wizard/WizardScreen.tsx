import { profile } from "@idanimo/contract/accounts";
import { checkAgain } from "@idanimo/contract/check-again";
import { type Money, money } from "@idanimo/contract/money";
import { priceListFromWire, servicePrices } from "@idanimo/contract/pricing";
import * as texts from "@idanimo/contract/texts";
import { readSession, sources } from "@idanimo/contract/verification";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { navigate, useQueryValue } from "../../lib/router.ts";
import { operationQuery } from "../../lib/query.ts";
import { storedSessionCode } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import { ResumePurchase } from "./ResumePurchase.tsx";
import { approvalAddress } from "./use-purchase.ts";
import type { WizardSlots } from "./slots.ts";
import { Wizard } from "./Wizard.tsx";
import styles from "./Wizard.module.css";

type Props = {
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
  readonly slots?: WizardSlots;
};

/** How often the source status is refetched while the user chooses. */
const sourcesIntervalMs = 30_000;

/** The verification wizard at `/dashboard` [WIZARD-02 WIZARD-03]. */
export function WizardScreen(props: Props) {
  return (
    <>
      <PageHeader title={texts.wizardTitle} />
      <WizardContent {...props} />
    </>
  );
}

function WizardContent(props: Props) {
  const again = useQueryValue("again");
  const repeatedQuery = useQuery({
    ...operationQuery(checkAgain, { requestId: again }),
    enabled: again !== "",
    retry: false,
    refetchOnWindowFocus: false,
  });
  const user = useQuery(operationQuery(profile, {}));
  const pricesQuery = useQuery(operationQuery(servicePrices, {}));
  const sourcesQuery = useQuery({ ...operationQuery(sources, {}), refetchInterval: sourcesIntervalMs });
  const toast = useToast();
  // an earlier purchase that is not paid must not replace the one that is repeated
  const [code, setCode] = useState(() => (again === "" ? storedSessionCode.get() : undefined));
  const sessionQuery = useQuery({
    ...operationQuery(readSession, { sessionCode: code ?? "" }),
    enabled: code !== undefined,
    retry: false,
  });
  const undo = useRef<AbortController>(undefined);
  useEffect(() => () => undo.current?.abort(), []);
  const priceList = useMemo(() => pricesQuery.data && priceListFromWire(pricesQuery.data), [pricesQuery.data]);

  function startAgain() {
    storedSessionCode.remove();
    setCode(undefined);
  }

  /** Sets an unpaid purchase aside; it can be resumed until its price expires or another one is created. */
  function putAside() {
    startAgain();
    if (code === undefined) return;
    undo.current = new AbortController();
    toast({
      tone: "info",
      text: "Your last check was set aside.",
      until: undo.current.signal,
      action: { label: "Undo", onPress: () => (storedSessionCode.set(code), setCode(code)) },
    });
  }

  const wallet = user.data && money(user.data.currency, user.data.walletBalance);
  const session = sessionQuery.data;
  if (code !== undefined && sessionQuery.isPending)
    return <WizardSkeleton onRetry={() => void sessionQuery.refetch()} />;
  if (session?.state === "awaiting_approval") return <ToApproval sessionCode={session.sessionCode} />;
  if (code !== undefined && session && session.state !== "abandoned" && session.state !== "completed")
    return (
      <ResumePurchase {...props} session={session} wallet={wallet} onPutAside={putAside} onStartAgain={startAgain} />
    );

  if (code !== undefined && sessionQuery.error && sessionQuery.error.problem.code !== "not_found")
    return (
      <ErrorPanel
        title="We couldn't get the status of your last check"
        money="If you paid for it, it will continue."
        next={sessionQuery.error.message}
        busy={sessionQuery.isFetching && "Trying again"}
        onRetry={() => void sessionQuery.refetch()}
        actions={
          <Button size="small" onClick={putAside}>
            Check something else
          </Button>
        }
      />
    );
  if (pricesQuery.error && !priceList)
    return (
      <PricesErrorDialog
        reason={
          pricesQuery.error.problem.code === "too_many_requests"
            ? pricesQuery.error.message
            : "Nothing was charged. Try again in a moment."
        }
        busy={pricesQuery.isFetching && "Trying again"}
        onRetry={() => void pricesQuery.refetch()}
      />
    );
  if (sourcesQuery.error && !sourcesQuery.data)
    return (
      <ErrorPanel
        title="We couldn't get the status of the sources"
        money="Nothing was charged."
        next={sourcesQuery.error.message}
        busy={sourcesQuery.isFetching && "Trying again"}
        onRetry={() => void sourcesQuery.refetch()}
      />
    );
  if (!priceList || !sourcesQuery.data || (again !== "" && repeatedQuery.isPending)) {
    return (
      <WizardSkeleton
        onRetry={() => {
          void pricesQuery.refetch();
          void sourcesQuery.refetch();
          if (again !== "") void repeatedQuery.refetch();
        }}
      />
    );
  }
  return (
    <Wizard
      {...props}
      sources={sourcesQuery.data.sources}
      lastPurchase={sourcesQuery.data.lastPurchase}
      prices={priceList}
      userType={user.data?.userType ?? "individual"}
      wallet={wallet}
      slots={props.slots ?? {}}
      repeated={repeatedQuery.data}
      onPurchaseCreated={() => undo.current?.abort()}
    />
  );
}

/** A purchase that was sent for approval has a page of its own. */
function ToApproval({ sessionCode }: { readonly sessionCode: string }): null {
  useEffect(() => {
    storedSessionCode.remove();
    navigate(approvalAddress(sessionCode), { replace: true });
  }, [sessionCode]);
  return null;
}

type PricesErrorProps = {
  readonly reason: string;
  readonly busy: string | false;
  readonly onRetry: () => void;
};

/** Shown if the prices could not be loaded: without them nothing can be chosen [ERR-49]. */
function PricesErrorDialog({ reason, busy, onRetry }: PricesErrorProps) {
  const leave = () => navigate("/main-dashboard");
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
      {reason} OK opens your dashboard.
    </Dialog>
  );
}

function WizardSkeleton({ onRetry }: { readonly onRetry: () => void }) {
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
