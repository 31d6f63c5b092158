import { type ApiKey, apiKeys, transferApiKey } from "@idanimo/contract/developers/keys";
import { isKeyScope, scopes } from "@idanimo/contract/developers/scopes";
import type { OutputOf } from "@idanimo/contract/operation";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Keys.module.css";

type Holder = NonNullable<OutputOf<typeof apiKeys>["holders"]>[number];
type Props = { readonly apiKey: ApiKey; readonly holders: readonly Holder[]; readonly onClose: () => void };

/** The scopes of a key that a member cannot have. */
const missingScopes = (key: ApiKey, holder: Holder) =>
  key.scopes
    .filter((scope) => !holder.scopes.includes(scope))
    .map((scope) => (isKeyScope(scope) ? scopes[scope].name : scope));

/** Gives a key to another member, before its creator leaves. */
export function TransferKeyDialog({ apiKey, holders, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const others = holders.filter(({ id }) => id !== apiKey.createdById);
  const able = others.filter((holder) => missingScopes(apiKey, holder).length === 0);
  const [memberId, setMemberId] = useState(able[0]?.id ?? "");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function transfer() {
    setBusy(true);
    const given = await call(transferApiKey, { id: apiKey.id, memberId });
    setBusy(false);
    if (!given.ok) return setProblem(given.problem);
    toast({ tone: "success", text: `${apiKey.name} now belongs to ${able.find(({ id }) => id === memberId)?.name}.` });
    await client.invalidateQueries({ queryKey: [apiKeys.path] });
    onClose();
  }
  return (
    <Dialog
      open
      title={`Give ${apiKey.name} to a colleague`}
      onClose={onClose}
      actions={
        <>
          {able.length > 0 && (
            <Button kind="primary" busy={isBusy && "Giving"} onClick={() => void transfer()}>
              Give key
            </Button>
          )}
          <Button onClick={onClose}>{able.length > 0 ? "Cancel" : "Close"}</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The key was not given"
        problem={problem && problemMessage(problem)}
        onDismiss={() => setProblem(undefined)}
      >
        <div className={styles.parts}>
          <p>
            The key keeps its secret and scopes, and your systems continue without a change. It works with the roles of
            its new member, and ends if they leave.
          </p>
          {able.length > 0 ? (
            <Select
              label="New member"
              value={memberId}
              onChange={({ currentTarget }) => setMemberId(currentTarget.value)}
            >
              {able.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          ) : (
            <p>
              <strong>No colleague can have this key.</strong> It needs a member who manages API keys and whose roles
              include its scopes. Change roles under Organisation → Members.
            </p>
          )}
          {others
            .filter((holder) => !able.includes(holder))
            .map((holder) => (
              <p key={holder.id} className="quiet">
                {holder.name} can't have it: their roles do not include {missingScopes(apiKey, holder).join(", ")}.
              </p>
            ))}
        </div>
      </ContentOrProblem>
    </Dialog>
  );
}
