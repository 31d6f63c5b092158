import {
  changeMember,
  organisationMembers,
  type OrganisationMember,
  removeMember,
} from "@idanimo/contract/organisations/organisations";
import * as texts from "@idanimo/contract/organisations/texts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Organisation.module.css";
import { RoleChoice } from "./RoleChoice.tsx";
import type { Actor } from "./rules.ts";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly actor: Actor; readonly member: OrganisationMember; readonly onClose: () => void };

/** Changes the roles of a member, suspends, reactivates or removes them. */
export function MemberDialog({ actor, member, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [roles, setRoles] = useState<readonly string[]>(() => member.roles.map((role) => role.id));
  const [error, setError] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const { busy, problem, dismissProblem, submit } = useSubmit();
  const isSuspended = member.state === "suspended";

  async function finish(text: string) {
    toast({ tone: "success", text });
    await client.invalidateQueries({ queryKey: [organisationMembers.path] });
    onClose();
  }
  async function saveRoles(event: FormEvent) {
    event.preventDefault();
    if (roles.length === 0) return setError(texts.rolesRequired);
    const saved = await submit("Saving", () => call(changeMember, { userId: member.userId, roles: [...roles] }));
    if (saved) await finish(`The roles of ${member.name} are saved.`);
  }
  async function changeState() {
    const state = isSuspended ? "active" : "suspended";
    const saved = await submit("Saving", () => call(changeMember, { userId: member.userId, state }));
    if (saved) await finish(isSuspended ? `${member.name} can work here again.` : `${member.name} is suspended.`);
  }
  async function remove() {
    const removed = await submit("Removing", () => call(removeMember, { userId: member.userId }));
    if (removed) await finish(`${member.name} is no longer a member.`);
  }

  if (isRemoving)
    return (
      <Dialog
        open
        variant="alert"
        title={`Remove ${member.name}?`}
        onClose={() => setIsRemoving(false)}
        actions={
          <>
            <Button kind="danger" busy={busy} onClick={() => void remove()}>
              Remove member
            </Button>
            <Button onClick={() => setIsRemoving(false)}>Keep member</Button>
          </>
        }
      >
        <ContentOrProblem
          title="The member was not removed"
          problem={problem && problemMessage(problem)}
          onDismiss={dismissProblem}
        >
          <p>They lose access at once, and their API keys for this organisation end. Running checks continue.</p>
        </ContentOrProblem>
      </Dialog>
    );
  return (
    <Dialog
      open
      title={member.name}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            Save roles
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="Nothing was changed"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <form id={id} className={styles.fields} noValidate onSubmit={(event) => void saveRoles(event)}>
          <p className={styles.breakable}>{member.email}</p>
          <RoleChoice
            actor={actor}
            chosen={roles}
            onChange={(chosen) => {
              setRoles(chosen);
              setError(undefined);
            }}
            error={error}
          />
          <div className={styles.danger}>
            <Button size="small" onClick={() => void changeState()}>
              {isSuspended ? "Reactivate" : "Suspend"}
            </Button>
            <Button size="small" kind="danger" onClick={() => setIsRemoving(true)}>
              Remove from organisation
            </Button>
          </div>
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
