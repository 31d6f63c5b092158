import * as texts from "@idanimo/contract/texts";
import { lazy, type ReactNode, Suspense } from "react";
import { useRight } from "../../lib/use-right.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { WalletIcon } from "../../ui/icons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { HistorySkeleton } from "./HistorySkeleton.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import type { JustPaid } from "./just-paid.ts";
import { useDashboardView } from "./use-dashboard-view.ts";

// if its code does not load, the tab shows an error and the rest of the dashboard works
const TransactionsTab = lazy(async () => ({
  default: await import("./TransactionsTab.tsx").then(
    (module) => module.TransactionsTab,
    () => TransactionsLoadError,
  ),
}));

function TransactionsLoadError() {
  return (
    <ErrorPanel
      title="Your transactions could not be loaded"
      next="Check your connection, then try again."
      onRetry={() => location.reload()}
    />
  );
}

/** The dashboard at `/main-dashboard`: counters, history, transaction log [DASH-01 DASH-03]. */
export function DashboardScreen({
  bulkFiles,
  ...paid
}: JustPaid & {
  /** Content of the tab with the bulk files, for an account that can check lists. */
  readonly bulkFiles?: ReactNode;
}) {
  const { view, changeView } = useDashboardView();
  const seesWallet = useRight("wallet:read");
  return (
    <>
      <PageHeader
        title="Dashboard"
        aside={
          seesWallet && (
            <LinkButton href="#wallet" size="small" icon={<WalletIcon />}>
              View Wallet
            </LinkButton>
          )
        }
      />
      <Tabs
        label="Dashboard"
        selected={view.tab}
        onSelect={(tab) => changeView({ tab })}
        tabs={[
          {
            key: "history",
            label: texts.verificationHistory,
            content: <HistoryTab {...paid} view={view} onChange={changeView} />,
          },
          ...(seesWallet
            ? [
                {
                  key: "transactions" as const,
                  label: texts.transactionLogs,
                  content: (
                    <Suspense
                      fallback={
                        <Card flush>
                          <HistorySkeleton what="your transactions" />
                        </Card>
                      }
                    >
                      <TransactionsTab />
                    </Suspense>
                  ),
                },
              ]
            : []),
          ...(bulkFiles === undefined ? [] : [{ key: "bulk" as const, label: "Bulk", content: bulkFiles }]),
        ]}
      />
    </>
  );
}
