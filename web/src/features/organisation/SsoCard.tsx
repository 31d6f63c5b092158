import type { SsoSettings } from "@idanimo/contract/organisations/single-sign-on";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { Card } from "../../ui/Card.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { problemMessage } from "../../lib/problem-message.ts";
import { CopyableText } from "../../ui/CopyableText.tsx";
import styles from "./SignOn.module.css";
import own from "./Organisation.module.css";
import { ssoOptions } from "./sso-values.ts";
import { useSsoForm } from "./use-sso-form.ts";

type Props = {
  readonly settings: SsoSettings;
  /** Whether a domain is verified. */
  readonly hasDomain: boolean;
};

/** The OpenID Connect connection of an organisation; its secret is never shown again [TM-11 TM-13]. */
export function SsoCard({ settings, hasDomain }: Props) {
  const { fields, busy, problem, dismissProblem, save } = useSsoForm(settings);
  const { values, messages } = fields;
  return (
    <Card title="Single sign-on">
      <form className={classes(own.fields, own.readable)} aria-label="Single sign-on" {...fields.formProps(save)}>
        <p className="quiet">
          Members sign in with the account that your organisation gives them, by OpenID Connect, which Microsoft Entra
          ID, Google Workspace, Okta and Keycloak offer. SAML is not supported yet.
        </p>
        <div>
          <p className={styles.label}>Redirect URL for your provider</p>
          <CopyableText text={settings.redirectUrl} what="The redirect URL" label="Copy the redirect URL" />
        </div>
        <TextInput
          label="Issuer"
          hint="The https address of your provider, such as https://login.example.com."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.textProps("issuer")}
        />
        <TextInput
          label="Client ID"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.textProps("clientId")}
        />
        <PasswordInput
          label="Client secret"
          hint={
            settings.connection
              ? "Stored, and never shown again. Leave this empty to keep it."
              : "We store it encrypted and never show it again."
          }
          autoComplete="new-password"
          {...fields.textProps("clientSecret")}
        />
        <RadioCards
          legend="Use"
          hint={hasDomain ? undefined : "Verify a domain above before you turn this on."}
          options={ssoOptions}
          value={ssoOptions.find(({ value }) => value === values.state)?.value}
          error={messages["state"]}
          onChange={(state) => fields.set("state", state)}
        />
        {values.state === "enforced" && (
          <ExemptOwner
            owners={settings.owners}
            value={values.exemptUserId}
            error={messages["exemptUserId"]}
            onChange={(userId) => fields.set("exemptUserId", userId)}
          />
        )}
        {problem && (
          <Notice tone="problem" announce title="Single sign-on was not saved" onDismiss={dismissProblem}>
            {Object.values(problem.fields ?? {}).join(" ") || problemMessage(problem)}
          </Notice>
        )}
        <div className={own.buttons}>
          <Button kind="primary" type="submit" busy={busy}>
            Save single sign-on
          </Button>
        </div>
      </form>
    </Card>
  );
}

type ExemptOwnerProps = {
  readonly owners: SsoSettings["owners"];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (userId: string) => void;
};

/** The owner who can still sign in if the provider fails. */
function ExemptOwner({ owners, value, error, onChange }: ExemptOwnerProps) {
  return (
    <>
      <Select
        name="exemptUserId"
        label="Owner who can still use a passkey"
        hint="For the day your provider fails. Every owner gets a notice each time."
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">Choose</option>
        {owners.map(({ userId, name, email, hasPasskey }) => (
          <option key={userId} value={userId} disabled={!hasPasskey}>
            {hasPasskey ? `${name}, ${email}` : `${name}, ${email} (no passkey)`}
          </option>
        ))}
      </Select>
      {owners.every(({ hasPasskey }) => !hasPasskey) && (
        <Notice tone="info" title="No owner has a passkey yet">
          Add one in <a href="/profile#security">your profile</a>, then come back.
        </Notice>
      )}
    </>
  );
}
