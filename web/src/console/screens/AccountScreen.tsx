import { type AccountDetails, viewAccount } from "@idanimo/contract/console/accounts";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "../../lib/router.ts";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { AccountMessages } from "../account/AccountMessages.tsx";
import { AccountRequests } from "../account/AccountRequests.tsx";
import { HelpActions } from "../account/HelpActions.tsx";
import { OrganisationCard } from "../account/OrganisationCard.tsx";
import { EarlierSuspensions, RunningSuspension } from "../account/Suspensions.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { consoleQuery } from "../lib/call.ts";
import { readableCode } from "../lib/labels.ts";
import { OpenAccountForm } from "../OpenAccountForm.tsx";
import { QueryContent } from "../QueryContent.tsx";

/** One account or organisation: contact, members, wallets, sign-ins, messages and requests, without anything of a subject. */
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
        <OpenAccountForm key={id} accountId={id} />
      ) : (
        <QueryContent query={query} what="the account">
          {(account) => <Account account={account} />}
        </QueryContent>
      )}
    </>
  );
}

const yesNo = (is: boolean) => (is ? "Yes" : "No");
const withConfirmation = (value: string | null, isConfirmed: boolean) =>
  value === null ? "None" : `${value}, ${isConfirmed ? "confirmed" : "not confirmed"}`;

function Account({ account }: { readonly account: AccountDetails }) {
  return (
    <div className={styles.stack}>
      <RunningSuspension suspensions={account.suspensions} />
      <div className={styles.columns}>
        <AccountCard account={account} />
        <div className={styles.stack}>
          {account.organisation && <OrganisationCard organisation={account.organisation} />}
          {account.maskedEmail !== null && <SignIns account={account} />}
          <Limits limits={account.limits} />
        </div>
      </div>
      {account.maskedEmail !== null && <AccountMessages id={account.id} messages={account.messages} />}
      <EarlierSuspensions suspensions={account.suspensions} />
      <AccountRequests accountId={account.id} />
    </div>
  );
}

function AccountCard({ account }: { readonly account: AccountDetails }) {
  const isPerson = account.maskedEmail !== null;
  const isSuspended = account.suspensions.some(({ endedAt }) => endedAt === null);
  return (
    <Card
      title="Account"
      aside={
        isSuspended ? (
          <StatusLabel tone="problem">Suspended</StatusLabel>
        ) : (
          <StatusLabel tone={account.state === "open" ? "success" : "info"}>{readableCode(account.state)}</StatusLabel>
        )
      }
    >
      <Facts
        rows={[
          ["Name", account.name],
          ["Kind", isPerson ? readableCode(account.userType) : "Organisation"],
          ...(isPerson
            ? ([
                ["Email", withConfirmation(account.maskedEmail, account.emailConfirmed)],
                ["Phone", withConfirmation(account.maskedPhone, account.phoneConfirmed)],
                ["Verified business", yesNo(account.verifiedBusiness)],
                ["Authenticator", yesNo(account.hasAuthenticator)],
              ] as const)
            : []),
          ["Since", <DateText key="since" at={account.openedAt} />],
          ...account.wallets.map(
            (wallet) => [`Wallet ${wallet.currency}`, <Money key={wallet.currency} amount={wallet} />] as const,
          ),
        ]}
      />
      <HelpActions account={account} />
    </Card>
  );
}

function SignIns({ account }: { readonly account: AccountDetails }) {
  return (
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
  );
}

function Limits({ limits }: Pick<AccountDetails, "limits">) {
  return (
    <Card title="Limits reached">
      {limits.length === 0 ? (
        <p className={styles.quiet}>None.</p>
      ) : (
        <Facts
          rows={limits.map(({ label, until }) => [
            label,
            <span key={label}>
              until <DateText at={until} withTime />
            </span>,
          ])}
        />
      )}
    </Card>
  );
}
