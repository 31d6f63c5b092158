import {
  checkDomain,
  type OrganisationDomain,
  organisationDomains,
} from "@idanimo/contract/organisations/single-sign-on";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { CopyableText } from "./CopyableText.tsx";
import rules from "./Rules.module.css";
import styles from "./SignOn.module.css";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly domain: OrganisationDomain; readonly onRemove: () => void };

/** A domain: proved, or with the record that it waits for. */
export function DomainItem({ domain: { domain, record, verifiedAt }, onRemove }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { busy, problem, dismissProblem, submit } = useSubmit();
  const isProved = verifiedAt !== null;

  async function check() {
    const checked = await submit("Checking", () => call(checkDomain, { domain }));
    await client.invalidateQueries({ queryKey: [organisationDomains.path] });
    if (checked) toast({ tone: "success", text: `${domain} is proved.` });
  }
  return (
    <li className={rules.item}>
      <div className={styles.domain}>
        <strong>{domain}</strong>
        <StatusLabel tone={isProved ? "success" : "waiting"}>
          {isProved ? "Proved" : "Waiting for its record"}
        </StatusLabel>
      </div>
      <span className={rules.buttons}>
        {!isProved && (
          <Button
            size="small"
            busy={busy}
            aria-label={busy ? undefined : `Check ${domain} now`}
            onClick={() => void check()}
          >
            Check now
          </Button>
        )}
        <Button size="small" kind="quiet" aria-label={`Remove ${domain}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
      {!isProved && (
        <div className={styles.record}>
          <p className="quiet">
            Where you manage the DNS of {domain}, add a TXT record with the name <strong>@</strong> (or {domain}) and
            this value. Then check.
          </p>
          <CopyableText text={record} what="The record" label={`Copy the record of ${domain}`} />
          {problem && (
            <Notice tone="problem" announce title={`${domain} is not proved yet`} onDismiss={dismissProblem}>
              {problemMessage(problem)}
            </Notice>
          )}
        </div>
      )}
    </li>
  );
}
