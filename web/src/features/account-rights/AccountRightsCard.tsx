import { profile } from "@idanimo/contract/accounts";
import { money } from "@idanimo/contract/money";
import { security } from "@idanimo/contract/second-factor";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import styles from "./AccountRights.module.css";

const DownloadDialog = lazy(async () => ({ default: (await import("./DownloadDialog.tsx")).DownloadDialog }));
const CloseDialog = lazy(async () => ({ default: (await import("./CloseDialog.tsx")).CloseDialog }));

/** What an account's holder may always do: take everything along, and leave. */
export function AccountRightsCard() {
  const ways = useQuery(queryOf(security, {}));
  const user = useQuery(queryOf(profile, {}));
  const showProblem = useProblem();
  const [open, setOpen] = useState<"download" | "close">();
  const [waitsFor, setWaitsFor] = useState<"download" | "close">();
  const close = () => setOpen(undefined);

  /** How one proves oneself and what the wallets hold decide what is asked: both are read anew. */
  async function begin(what: "download" | "close") {
    if (waitsFor) return;
    setWaitsFor(what);
    const read = await Promise.all([ways.refetch(), user.refetch()]);
    setWaitsFor(undefined);
    const failed = read.find(({ error }) => error)?.error;
    if (failed) showProblem(failed.problem);
    else setOpen(what);
  }

  const asked = ways.data;
  const held = (user.data?.wallets ?? [])
    .filter(({ balance }) => balance > 0n)
    .map(({ currency, balance }) => money(currency, balance));
  return (
    <Card title="Your data and your account">
      <ul className={styles.rows}>
        <li className={styles.row}>
          <span className={styles.words}>
            <strong>Download my data</strong>
            <span className="quiet">Everything we know of you, as a PDF and for programs.</span>
          </span>
          <Button size="small" busy={waitsFor === "download" && "One moment"} onClick={() => void begin("download")}>
            Download my data
          </Button>
        </li>
        <li className={styles.row}>
          <span className={styles.words}>
            <strong>Close my account</strong>
            <span className="quiet">You see what goes and what stays before anything happens.</span>
          </span>
          <Button size="small" busy={waitsFor === "close" && "One moment"} onClick={() => void begin("close")}>
            Close my account
          </Button>
        </li>
      </ul>
      <Suspense>
        {asked && open === "download" && <DownloadDialog asked={asked} onClose={close} />}
        {asked && open === "close" && (
          <CloseDialog asked={asked} held={held} onChanged={() => void user.refetch()} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}
