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
import { CopyableText } from "../../ui/CopyableText.tsx";
import rules from "./Rules.module.css";
import styles from "./SignOn.module.css";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly domain: OrganisationDomain; readonly onRemove: () => void };

/** A domain: verified, or with the record that it waits for. */
export function DomainItem({ domain: { domain, record, verifiedAt }, onRemove }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { busy, problem, dismissProblem, submit } = useSubmit();
  const isVerified = verifiedAt !== null;

  async function check() {
    const checked = await submit("Checking", () => call(checkDomain, { domain }));
    await client.invalidateQueries({ queryKey: [organisationDomains.path] });
    if (checked) toast({ tone: "success", text: `${domain} is verified.` });
  }
  return (
    <li className={rules.item}>
      <div className={styles.domain}>
        <strong>{domain}</strong>
        <StatusLabel tone={isVerified ? "success" : "waiting"}>
          {isVerified ? "Verified" : "Waiting for its record"}
        </StatusLabel>
      </div>
      <span className={rules.buttons}>
        {!isVerified && (
          <Button
            size="small"
            busy={busy}
            aria-label={busy ? undefined : `Check now: ${domain}`}
            onClick={() => void check()}
          >
            Check now
          </Button>
        )}
        <Button size="small" kind="quiet" aria-label={`Remove ${domain}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
      {!isVerified && (
        <div className={styles.record}>
          <p className="quiet">
            In the DNS settings of this domain, add a TXT record with the name <strong>@</strong> and this value. It can
            take a few hours until we can see it.
          </p>
          <CopyableText text={record} what="The record" label={`Copy the record of ${domain}`} />
          {problem && (
            <Notice tone="problem" announce title={`${domain} is not verified yet`} onDismiss={dismissProblem}>
              {problemMessage(problem)}
            </Notice>
          )}
        </div>
      )}
    </li>
  );
}
