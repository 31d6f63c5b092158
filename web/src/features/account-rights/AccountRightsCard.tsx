import { profile } from "@idanimo/contract/accounts";
import { money } from "@idanimo/contract/money";
import { security } from "@idanimo/contract/second-factor";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import styles from "./AccountRights.module.css";

const DownloadDataDialog = lazy(async () => ({
  default: (await import("./DownloadDataDialog.tsx")).DownloadDataDialog,
}));
const CloseAccountDialog = lazy(async () => ({
  default: (await import("./CloseAccountDialog.tsx")).CloseAccountDialog,
}));

/** The account owner's rights: download their data and close the account. */
export function AccountRightsCard() {
  const methodsQuery = useQuery(operationQuery(security, {}));
  const profileQuery = useQuery(operationQuery(profile, {}));
  const showProblem = useProblem();
  const [open, setOpen] = useState<"download" | "close">();
  const [loadingDialog, setLoadingDialog] = useState<"download" | "close">();
  const close = () => setOpen(undefined);

  /** Fetches the current credentials and wallet balances, because they decide what the dialog asks for. */
  async function openDialog(what: "download" | "close") {
    if (loadingDialog) return;
    setLoadingDialog(what);
    const read = await Promise.all([methodsQuery.refetch(), profileQuery.refetch()]);
    setLoadingDialog(undefined);
    const failed = read.find(({ error }) => error)?.error;
    if (failed) showProblem(failed.problem);
    else setOpen(what);
  }

  const required = methodsQuery.data;
  const balances = (profileQuery.data?.wallets ?? [])
    .filter(({ balance }) => balance > 0n)
    .map(({ currency, balance }) => money(currency, balance));
  return (
    <Card title="Your data and your account">
      <ul className={styles.rows}>
        <li className={styles.row}>
          <span className={styles.words}>
            <strong>Download my data</strong>
            <span className="quiet">All your data as PDF and JSON.</span>
          </span>
          <Button
            size="small"
            busy={loadingDialog === "download" && "One moment"}
            onClick={() => void openDialog("download")}
          >
            Download my data
          </Button>
        </li>
        <li className={styles.row}>
          <span className={styles.words}>
            <strong>Close my account</strong>
            <span className="quiet">See what is deleted and what stays before you confirm.</span>
          </span>
          <Button
            size="small"
            busy={loadingDialog === "close" && "One moment"}
            onClick={() => void openDialog("close")}
          >
            Close my account
          </Button>
        </li>
      </ul>
      <Suspense>
        {required && open === "download" && <DownloadDataDialog required={required} onClose={close} />}
        {required && open === "close" && (
          <CloseAccountDialog
            required={required}
            balances={balances}
            onChanged={() => void profileQuery.refetch()}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}
