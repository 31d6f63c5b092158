import { profile } from "@idanimo/contract/accounts";
import { money } from "@idanimo/contract/money";
import {
  closeOrganisation,
  type PendingClosing,
  readClosing,
  stopClosing,
} from "@idanimo/contract/organisations/closing";
import { security } from "@idanimo/contract/second-factor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { call } from "../../lib/call.ts";
import { cancelAndInvalidate, operationQuery } from "../../lib/query.ts";
import { switchOrganisation } from "../../lib/switch-organisation.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./AccountRights.module.css";
import type { ClosingRole } from "./CloseOrganisationDialog.tsx";

const CloseOrganisationDialog = lazy(async () => ({
  default: (await import("./CloseOrganisationDialog.tsx")).CloseOrganisationDialog,
}));

/** For owners: closes the organisation, or confirms or stops what another owner asked [TM-16]. */
export function CloseOrganisationCard() {
  return useRight(closeOrganisation.right) ? <OwnersCard /> : null;
}

function OwnersCard() {
  const client = useQueryClient();
  const toast = useToast();
  const showProblem = useProblem();
  const closing = useQuery(operationQuery(readClosing, {}));
  const methods = useQuery(operationQuery(security, {}));
  const user = useQuery(operationQuery(profile, {}));
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState<"open" | "stop">();
  const pending = closing.data?.pending ?? null;
  const organisation = user.data?.organisation;
  const role: ClosingRole = !closing.data?.needsSecondOwner ? "alone" : pending && !pending.own ? "confirms" : "asks";

  /** Fetches the credentials, balances and the request that waits, because they decide what the dialog asks for. */
  async function open() {
    if (busy) return;
    setBusy("open");
    const read = await Promise.all([methods.refetch(), user.refetch(), closing.refetch()]);
    setBusy(undefined);
    const failed = read.find(({ error }) => error)?.error;
    if (failed) showProblem(failed.problem);
    else setIsOpen(true);
  }
  async function stop() {
    if (busy) return;
    setBusy("stop");
    const result = await call(stopClosing, {});
    setBusy(undefined);
    if (!result.ok) return showProblem(result.problem);
    toast({ tone: "success", text: "The organisation stays open." });
    await cancelAndInvalidate(client, [readClosing.path]);
  }
  async function done(state: "closed" | "awaiting_owner") {
    setIsOpen(false);
    if (state === "closed") return switchOrganisation(undefined);
    toast({ tone: "success", text: "The other owners were asked." });
    await cancelAndInvalidate(client, [readClosing.path]);
  }

  const balances = (user.data?.wallets ?? [])
    .filter(({ balance }) => balance > 0n)
    .map(({ currency, balance }) => money(currency, balance));
  return (
    <Card title="Close the organisation">
      <div className={styles.stack}>
        {pending && <PendingRequest pending={pending} />}
        <div className={styles.row}>
          <span className={styles.words}>
            <strong>
              {pending === null ? "Close permanently" : pending.own ? "Waiting for another owner" : "Your decision"}
            </strong>
            <span className="quiet">
              {pending?.own
                ? "You can withdraw the request at any time."
                : closing.data?.needsSecondOwner && !pending
                  ? "Two owners must agree. See what ends and what stays before you confirm."
                  : "See what ends and what stays before you confirm."}
            </span>
          </span>
          <span className={styles.files}>
            {!pending?.own && (
              <Button size="small" busy={busy === "open" && "One moment"} onClick={() => void open()}>
                {pending ? "Review and confirm" : "Close organisation"}
              </Button>
            )}
            {pending && (
              <Button size="small" busy={busy === "stop" && "One moment"} onClick={() => void stop()}>
                {pending.own ? "Withdraw request" : "Reject"}
              </Button>
            )}
          </span>
        </div>
      </div>
      <Suspense>
        {isOpen && methods.data && organisation && (
          <CloseOrganisationDialog
            name={organisation.name}
            role={role}
            required={methods.data}
            balances={balances}
            onChanged={() => void user.refetch()}
            onDone={(state) => void done(state)}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

const choices = {
  none: () => "Its wallets were empty.",
  give_up: () => "The balance would be given up.",
  bank: (ending: string | null) => `The balance would go to the bank account ending in ${ending ?? ""}.`,
} as const satisfies Record<PendingClosing["way"], (ending: string | null) => string>;

function PendingRequest({ pending }: { readonly pending: PendingClosing }) {
  const { own, requestedBy, way, accountEnding, expiresAt } = pending;
  return (
    <Notice
      tone="waiting"
      title={own ? "You asked to close this organisation" : `${requestedBy} asks to close this organisation`}
    >
      {choices[way](accountEnding)} {own ? "It closes when another owner confirms." : "It closes when you confirm."} The
      request expires <Countdown at={expiresAt} after="." />
    </Notice>
  );
}
