import { apiKeys, createApiKey } from "@idanimo/contract/developers/keys";
import { keyDaysDefault, keyDaysMax, keyDaysMin } from "@idanimo/contract/developers/limits";
import type { Mode } from "@idanimo/contract/developers/mode";
import { isKeyScope, keyScopes, type KeyScope, scopes } from "@idanimo/contract/developers/scopes";
import { isApiVersion } from "@idanimo/contract/developers/versions";
import * as texts from "@idanimo/contract/developers/texts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import styles from "./Keys.module.css";
import { ProofDialog } from "./ProofDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { useKeyProof } from "./use-key-proof.ts";
import { VersionSelect } from "./VersionSelect.tsx";

const lifetimes = [keyDaysMin, 30, keyDaysDefault, 180, keyDaysMax];
const modeNames = { live: "Live: real checks and money", test: "Test: play money" } as const satisfies Record<
  Mode,
  string
>;

/** Creates an API key, then shows it, once [DP-01]. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const { data: known } = useQuery(operationQuery(apiKeys, {}));
  const proof = useKeyProof();
  const [name, setName] = useState("");
  const [mode, setMode] = useState<Mode>("live");
  const [chosen, setChosen] = useState<readonly KeyScope[]>([]);
  const [days, setDays] = useState(keyDaysDefault);
  const [networks, setNetworks] = useState("");
  const [version, setVersion] = useState("");
  const [wasSent, setSent] = useState(false);
  const [secret, setSecret] = useState<string>();
  const given = known?.scopes.filter(isKeyScope) ?? keyScopes;
  const fields = proof.problem?.fields;

  async function create(by: "password" | "passkey") {
    setSent(true);
    if (name.trim() === "" || chosen.length === 0) return;
    const input = {
      name,
      mode,
      scopes: [...chosen],
      expiresInDays: days,
      networks: networks.split(/[\s,]+/).filter(Boolean),
      ...(isApiVersion(version) && { version }),
    };
    const made = await proof.submit("Creating", by, (confirmed) => call(createApiKey, { ...input, ...confirmed }));
    if (!made) return;
    setSecret(made.secret);
    await client.invalidateQueries({ queryKey: [apiKeys.path] });
  }
  if (secret !== undefined) return <SecretDialog title="Your new API key" secret={secret} onClose={onClose} />;
  return (
    <ProofDialog
      title="New API key"
      action="Create key"
      failed="The key was not created"
      proof={proof}
      onSubmit={(by) => void create(by)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        hint="The system that will use it, such as Back office."
        maxLength={60}
        value={name}
        error={wasSent && name.trim() === "" ? texts.keyNameRequired : fields?.["name"]}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {known !== undefined && known.modes.length > 1 && (
        <Select
          label="Mode"
          value={mode}
          onChange={({ currentTarget }) => setMode(currentTarget.value === "test" ? "test" : "live")}
        >
          {known.modes.map((one) => (
            <option key={one} value={one}>
              {modeNames[one]}
            </option>
          ))}
        </Select>
      )}
      <fieldset className={styles.scopes}>
        <legend>Scopes</legend>
        {wasSent && chosen.length === 0 && (
          <p className={styles.error} role="alert">
            {texts.scopesRequired}
          </p>
        )}
        {keyScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopes[scope].name}
            hint={
              given.includes(scope)
                ? scopes[scope].description
                : `${scopes[scope].description} Your roles do not include it.`
            }
            disabled={!given.includes(scope)}
            checked={chosen.includes(scope)}
            onChange={({ currentTarget }) =>
              setChosen((before) =>
                currentTarget.checked ? [...before, scope] : before.filter((one) => one !== scope),
              )
            }
          />
        ))}
      </fieldset>
      <Select
        label="Expires after"
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {lifetimes.map((lifetime) => (
          <option key={lifetime} value={lifetime}>
            {lifetime} days
          </option>
        ))}
      </Select>
      <TextArea
        label="Addresses"
        optional
        hint="Addresses or ranges from which the key works, such as 203.0.113.0/24. Empty: from everywhere."
        rows={2}
        spellCheck={false}
        value={networks}
        error={fields?.["networks"]}
        onChange={({ currentTarget }) => setNetworks(currentTarget.value)}
      />
      {known !== undefined && known.versions.length > 1 && (
        <VersionSelect
          version={version}
          versions={known.versions}
          organisationVersion={known.version}
          canFollowOrganisation
          onChange={setVersion}
        />
      )}
    </ProofDialog>
  );
}
