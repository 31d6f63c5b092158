import {
  type AccountDetails,
  type AccountRequestRow,
  clearAccountLockout,
  endAccountSignIns,
  listAccountRequests,
  viewAccount,
} from "@idanimo/contract/console/accounts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "../../lib/query.ts";
import { useLocation } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { readableCode, searchTypeLabel } from "../lib/labels.ts";
import { OpenAccountForm } from "../OpenAccountForm.tsx";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

/** One account: contact, wallets, sign-ins, messages and requests, without anything of a subject. */
export function AccountScreen() {
  const { params } = useLocation();
  const id = params["id"] ?? "";
  const query = useQuery(consoleQuery(viewAccount, { id }));
  const needsReason = query.error?.problem.code === "reason_needed";
  return (
    <>
      <PageHeader title={query.data?.businessName ?? query.data?.name ?? "Account"} back="/find" backLabel="Find">
        <span className={styles.id}>{id}</span>
      </PageHeader>
      {needsReason ? (
        <OpenAccountForm accountId={id} />
      ) : (
        <QueryContent query={query} what="the account">
          {(account) => <Account account={account} />}
        </QueryContent>
      )}
    </>
  );
}

const yesNo = (is: boolean) => (is ? "Yes" : "No");

function Account({ account }: { readonly account: AccountDetails }) {
  return (
    <div className={styles.stack}>
      <div className={styles.columns}>
        <Card
          title="Account"
          aside={
            <StatusLabel tone={account.state === "open" ? "success" : "info"}>
              {readableCode(account.state)}
            </StatusLabel>
          }
        >
          <Facts
            rows={[
              ["Name", account.name],
              ["Kind", readableCode(account.userType)],
              ["Email", `${account.maskedEmail}, ${account.emailConfirmed ? "confirmed" : "not confirmed"}`],
              [
                "Phone",
                account.maskedPhone === null
                  ? "None"
                  : `${account.maskedPhone}, ${account.phoneConfirmed ? "confirmed" : "not confirmed"}`,
              ],
              ["Verified business", yesNo(account.verifiedBusiness)],
              ["Authenticator", yesNo(account.hasAuthenticator)],
              ["Since", <DateText key="since" at={account.openedAt} />],
              ...account.wallets.map(
                (wallet) => [`Wallet ${wallet.currency}`, <Money key={wallet.currency} amount={wallet} />] as const,
              ),
            ]}
          />
          <HelpActions account={account} />
        </Card>
        <Card title="Sign-ins">
          {account.signIns.length === 0 ? (
            <p className={styles.quiet}>Not signed in anywhere.</p>
          ) : (
            <Facts
              rows={account.signIns.map((signIn) => [
                signIn.device || readableCode(signIn.kind),
                <span key={signIn.id}>
                  Active <DateText at={signIn.activeAt} withTime />
                </span>,
              ])}
            />
          )}
        </Card>
      </div>
      <Card title="Messages to the account holder">
        {account.messages.length === 0 ? (
          <p className={styles.quiet}>No message in the last 12 months.</p>
        ) : (
          <Table
            caption="Messages to the account holder, newest first"
            columns={messageColumns}
            rows={account.messages}
            keyOf={({ id }) => id}
          />
        )}
      </Card>
      <Requests accountId={account.id} />
    </div>
  );
}

const messageColumns: readonly Column<AccountDetails["messages"][number]>[] = [
  { key: "kind", header: "Message", phoneSlot: "first", cell: ({ kind }) => readableCode(kind) },
  { key: "channel", header: "By", phoneSlot: "firstEnd", cell: ({ channel }) => (channel === "sms" ? "SMS" : "Email") },
  { key: "at", header: "Time", phoneSlot: "second", cell: ({ at }) => <DateText at={at} withTime /> },
  { key: "state", header: "State", phoneSlot: "secondEnd", cell: ({ state }) => readableCode(state) },
];

const helps = {
  end_sign_ins: {
    title: "Sign this account out everywhere?",
    action: "End all sign-ins",
    busy: "Ending",
    done: "All sign-ins have ended. The owner gets a notice.",
    operation: endAccountSignIns,
  },
  clear_lockout: {
    title: "Remove the wait after wrong passwords?",
    action: "Clear the lockout",
    busy: "Clearing",
    done: "The owner can sign in at once, and gets a notice.",
    operation: clearAccountLockout,
  },
} as const;

function HelpActions({ account }: { readonly account: AccountDetails }) {
  const canHelp = useRight("help_accounts");
  const client = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState<keyof typeof helps>();
  if (!canHelp || account.state === "closed") return null;
  const help = open && helps[open];
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={() => setOpen("end_sign_ins")}>
        End all sign-ins
      </Button>
      <Button size="small" onClick={() => setOpen("clear_lockout")}>
        Clear the lockout
      </Button>
      {help && (
        <ActionDialog
          title={help.title}
          action={help.action}
          busyLabel={help.busy}
          onClose={() => setOpen(undefined)}
          onSend={async (reason) => {
            const result = await callConsole(help.operation, { id: account.id, reason });
            if (!result.ok) return result.problem;
            setOpen(undefined);
            toast({ tone: "success", text: help.done });
            await client.invalidateQueries({ queryKey: [viewAccount.path] });
            return undefined;
          }}
        >
          <p>The account&apos;s owner reads the reason.</p>
        </ActionDialog>
      )}
    </div>
  );
}

const requestColumns: readonly Column<AccountRequestRow>[] = [
  {
    key: "type",
    header: "Check",
    phoneSlot: "first",
    cell: ({ id, searchType }) => (
      <a href={`/requests/${id}`} data-row-action>
        {searchTypeLabel(searchType)}
      </a>
    ),
  },
  {
    key: "charge",
    header: "Charge",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ charge }) => <Money amount={charge} />,
  },
  { key: "reference", header: "Reference", phoneSlot: "second", cell: ({ reference }) => reference },
  {
    key: "outcome",
    header: "State",
    phoneSlot: "secondEnd",
    cell: ({ outcome, state }) => readableCode(outcome ?? state),
  },
  { key: "at", header: "Ordered", phoneSlot: "spread", cell: ({ at }) => <DateText at={at} withTime /> },
];

function Requests({ accountId }: { readonly accountId: string }) {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: [listAccountRequests.path, accountId],
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === "" ? {} : { after: pageParam };
      const result = await callConsole(listAccountRequests, { id: accountId, ...after }, { signal });
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Card title="Requests">
      {error && (
        <ErrorPanel title="We could not load the requests" next={error.message} onRetry={() => void refetch()} />
      )}
      {data && rows.length === 0 && <p className={styles.quiet}>No paid request yet.</p>}
      {rows.length > 0 && (
        <Table
          caption="Requests of the account, newest first"
          columns={requestColumns}
          rows={rows}
          keyOf={({ id }) => id}
          pressRows
        />
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage && "Loading"}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
