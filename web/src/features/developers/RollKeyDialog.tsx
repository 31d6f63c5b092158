import { type ApiKey, apiKeys, rollApiKey } from "@idanimo/contract/developers/keys";
import { rollHoursMax } from "@idanimo/contract/developers/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { Select } from "../../ui/Select.tsx";
import { ProofDialog } from "./ProofDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { useKeyProof } from "./use-key-proof.ts";

const overlaps = [
  { hours: 0, label: "It ends now" },
  { hours: 1, label: "1 hour" },
  { hours: 24, label: "24 hours" },
  { hours: 72, label: "3 days" },
  { hours: rollHoursMax, label: "7 days" },
];

/** Gives a key a new secret, then shows it, once [DP-03]. */
export function RollKeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const client = useQueryClient();
  const proof = useKeyProof();
  const [hours, setHours] = useState(24);
  const [secret, setSecret] = useState<string>();

  async function roll(by: "password" | "passkey") {
    const input = { id: apiKey.id, overlapHours: hours };
    const rolled = await proof.submit("Rolling", by, (confirmed) => call(rollApiKey, { ...input, ...confirmed }));
    if (!rolled) return;
    setSecret(rolled.secret);
    await client.invalidateQueries({ queryKey: [apiKeys.path] });
  }
  if (secret !== undefined)
    return <SecretDialog title="The new secret of your key" secret={secret} onClose={onClose} />;
  return (
    <ProofDialog
      title={`Roll ${apiKey.name}`}
      action="Roll key"
      failed="The key was not rolled"
      proof={proof}
      onSubmit={(by) => void roll(by)}
      onClose={onClose}
    >
      <p>
        You get a new secret with the same scopes. Choose how long the old one still works, so that you can change your
        systems one by one.
      </p>
      <Select
        label="The old secret works for"
        value={String(hours)}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      >
        {overlaps.map((overlap) => (
          <option key={overlap.hours} value={overlap.hours}>
            {overlap.label}
          </option>
        ))}
      </Select>
    </ProofDialog>
  );
}
