import { profile } from "@idanimo/contract/accounts";
import { money } from "@idanimo/contract/money";
import { priceListFrom, servicePrices } from "@idanimo/contract/pricing";
import * as texts from "@idanimo/contract/texts";
import { readSession, sources } from "@idanimo/contract/verification";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryOf } from "../../lib/query.ts";
import { storedSessionCode } from "../../lib/storage.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import type { PaymentFrame } from "./PurchaseDialogs.tsx";
import { Resume } from "./Resume.tsx";
import { Wizard } from "./Wizard.tsx";
import styles from "./Wizard.module.css";

type Props = { readonly PaymentDialog: PaymentFrame; readonly onTopUp: () => void };

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
  const offered = useQuery(queryOf(sources, {}));
  const [code, setCode] = useState(() => storedSessionCode.get());
  const before = useQuery({
    ...queryOf(readSession, { sessionCode: code ?? "" }),
    enabled: code !== undefined,
    retry: false,
  });
  const list = useMemo(() => prices.data && priceListFrom(prices.data), [prices.data]);

  function startAgain() {
    storedSessionCode.remove();
    setCode(undefined);
  }

  const wallet = user.data && money(user.data.currency, user.data.walletBalance);
  const session = before.data;
  if (code !== undefined && before.isPending) return <Coming onRetry={() => void before.refetch()} />;
  if (code !== undefined && session && session.state !== "abandoned" && session.state !== "completed")
    return <Resume {...props} session={session} wallet={wallet} onStartAgain={startAgain} />;

  const failed = [prices, offered].filter((query) => query.isError);
  if (failed.length > 0)
    return (
      <ErrorPanel
        title="Unable to get Service Prices"
        money="Nothing was charged."
        next={failed[0]?.error?.message}
        busy={failed.some((query) => query.isFetching) && "Trying again"}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
        actions={
          <LinkButton size="small" href="/main-dashboard">
            Go to the dashboard
          </LinkButton>
        }
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
    />
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
