import { invitationDays } from "@idanimo/contract/organisations/limits";
import { inviteMember, organisationMembers } from "@idanimo/contract/organisations/organisations";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { type FieldMessages, validateFields } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Organisation.module.css";
import { RoleChoice } from "./RoleChoice.tsx";
import type { Actor } from "./rules.ts";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly actor: Actor; readonly onClose: () => void };

/** Invites an email address with roles [TM-01]. */
export function InviteDialog({ actor, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<readonly string[]>(["requester"]);
  const [messages, setMessages] = useState<FieldMessages>({});
  const { busy, problem, dismissProblem, submit } = useSubmit();

  async function invite(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = { email: email.trim(), roles: [...roles] };
    const invalid = validateFields(inviteMember.input, input);
    setMessages(invalid);
    if (invalid["email"]) event.currentTarget.querySelector<HTMLInputElement>("input[type=email]")?.focus();
    if (Object.keys(invalid).length > 0) return;
    if (!(await submit("Inviting", () => call(inviteMember, input)))) return;
    toast({ tone: "success", text: `We sent an invitation to ${input.email}.` });
    await client.invalidateQueries({ queryKey: [organisationMembers.path] });
    onClose();
  }

  return (
    <Dialog
      open
      title="Invite a colleague"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            Send invitation
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The invitation was not sent"
        problem={problem && (problem.fields?.["email"] ?? problemMessage(problem))}
        onDismiss={dismissProblem}
      >
        <form id={id} className={styles.fields} noValidate onSubmit={(event) => void invite(event)}>
          <TextInput
            type="email"
            label="Email"
            hint={`They get a link that works once, for ${invitationDays} days, and only for this address.`}
            autoComplete="off"
            inputMode="email"
            value={email}
            error={messages["email"]}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setMessages({});
            }}
          />
          <RoleChoice actor={actor} chosen={roles} onChange={setRoles} error={messages["roles"]} />
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
