import { navigate, useQueryValue } from "../../lib/router.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type Tab, Tabs } from "../../ui/Tabs.tsx";
import { AccountsReport } from "../money/AccountsReport.tsx";
import { Payments } from "../money/Payments.tsx";
import { PayOuts } from "../money/PayOuts.tsx";
import { Reconciliation } from "../money/Reconciliation.tsx";
import { Refunds } from "../money/Refunds.tsx";

type View = "payments" | "refunds" | "pay-outs" | "comparison" | "report";
const tabs: readonly Tab<View>[] = [
  { key: "payments", label: "Payments", content: <Payments /> },
  { key: "refunds", label: "Refunds", content: <Refunds /> },
  { key: "pay-outs", label: "Pay-outs", content: <PayOuts /> },
  { key: "comparison", label: "Daily comparison", content: <Reconciliation /> },
  { key: "report", label: "Accounts report", content: <AccountsReport /> },
];

/** Money: what customers paid, what operators returned, and whether the accounts agree. */
export function MoneyScreen() {
  const shown = useQueryValue("show");
  const selected = tabs.find(({ key }) => key === shown)?.key ?? "payments";
  return (
    <>
      <PageHeader title="Money">
        Payments, refunds and accounts. No page shows anything about a person who was checked.
      </PageHeader>
      <Tabs<View>
        label="Money"
        selected={selected}
        onSelect={(view) => navigate(`/money?show=${view}`, { replace: true, preserveScroll: true })}
        tabs={tabs}
      />
    </>
  );
}
