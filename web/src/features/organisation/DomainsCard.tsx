import { domainsMax } from "@idanimo/contract/organisations/limits";
import {
  addDomain,
  type OrganisationDomain,
  organisationDomains,
} from "@idanimo/contract/organisations/single-sign-on";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { Card } from "../../ui/Card.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { DomainItem } from "./DomainItem.tsx";
import organisation from "./Organisation.module.css";
import { RemoveDomainDialog } from "./RemoveDomainDialog.tsx";
import rules from "./Rules.module.css";
import styles from "./SignOn.module.css";
import { useSubmit } from "./use-submit.ts";

/** The email domains of an organisation, each with the DNS record that verifies it [TM-11]. */
export function DomainsCard({ domains }: { readonly domains: readonly OrganisationDomain[] }) {
  const [removed, setRemoved] = useState<OrganisationDomain>();
  return (
    <Card title="Email domains">
      <div className={styles.parts}>
        <p className={classes("quiet", organisation.readable)}>
          Show that the part of your email addresses after the @ belongs to your organisation. Single sign-on works only
          for verified domains.
        </p>
        {domains.length > 0 && (
          <ul className={rules.list} aria-label="Email domains">
            {domains.map((domain) => (
              <DomainItem key={domain.domain} domain={domain} onRemove={() => setRemoved(domain)} />
            ))}
          </ul>
        )}
        {domains.length < domainsMax ? (
          <AddDomainForm />
        ) : (
          <p className="quiet">
            {domains.length} of {domainsMax} domains. Remove one to add another.
          </p>
        )}
      </div>
      {removed && <RemoveDomainDialog domain={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  );
}

function AddDomainForm() {
  const client = useQueryClient();
  const fields = useForm(addDomain.input, () => ({ domain: "" }));
  const { busy, problem, dismissProblem, submit } = useSubmit();
  async function add(input: { readonly domain: string }) {
    const added = await submit("Adding", () => call(addDomain, input));
    if (!added) return;
    fields.set("domain", "");
    await client.invalidateQueries({ queryKey: [organisationDomains.path] });
  }
  return (
    <form
      className={classes(styles.addDomain, organisation.readable)}
      aria-label="Add a domain"
      {...fields.formProps(add)}
    >
      {problem && (
        <Notice tone="problem" announce title="The domain was not added" onDismiss={dismissProblem}>
          {problem.fields?.["domain"] ?? problemMessage(problem)}
        </Notice>
      )}
      <TextInput
        label="New domain"
        hint="Such as example.com."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...fields.textProps("domain")}
      />
      <div>
        <Button type="submit" icon={<PlusIcon />} busy={busy}>
          Add domain
        </Button>
      </div>
    </form>
  );
}
