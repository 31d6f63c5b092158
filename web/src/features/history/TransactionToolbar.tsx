import { englishDateLocale } from "@idanimo/contract/date-format";
import { downloads } from "@idanimo/contract/downloads";
import { useState } from "react";
import { brand } from "../../brand.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import type { Component } from "../../jsx/component.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./TransactionToolbar.module.css";

/** Exports the transaction log: a statement of a period, or every row. */
export function TransactionToolbar() {
  const toast = useToast();
  const canExport = useRight("exports:money");
  const [busy, setBusy] = useState(false);
  const [Statement, setStatement] = useState<Component<{ readonly onClose: () => void }>>();

  // few users need the dialog, so its code is loaded on demand
  async function open() {
    setBusy(true);
    const loaded = await import("./StatementDialog.tsx").catch(() => undefined);
    setBusy(false);
    if (loaded) setStatement(() => loaded.StatementDialog);
    else
      toast({
        tone: "problem",
        text: "This part of the page could not be loaded. Check your connection and try again.",
      });
  }
  return (
    <div className={styles.tools}>
      <p className={styles.words}>{`Every charge, refund and top-up. Times are ${englishDateLocale.zoneName}.`}</p>
      {canExport && (
        <>
          <Button size="small" icon={<DownloadIcon />} busy={busy && "Loading"} onClick={() => void open()}>
            Statement
          </Button>
          <DownloadLink
            href={downloads.transactionsCsv()}
            fileName={`${brand.name}-transactions.csv`}
            label="Transactions as CSV"
          >
            CSV
          </DownloadLink>
        </>
      )}
      {Statement && <Statement onClose={() => setStatement(undefined)} />}
    </div>
  );
}
