import { organisationRoles, type OrganisationRole, saveRole } from "@idanimo/contract/organisations/organisations";
import { ownerOnlyRights, rightTexts, type Right, rights } from "@idanimo/contract/organisations/rights";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { type FieldMessages, validateFields } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FieldSet } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Organisation.module.css";
import { type Actor, canGive } from "./rules.ts";
import { useSubmit } from "./use-submit.ts";

type Props = {
  readonly actor: Actor;
  /** The role to change; undefined for a new one. */
  readonly role?: OrganisationRole;
  readonly onClose: () => void;
};

const choosableRights = rights.filter((right) => !ownerOnlyRights.includes(right));

/** Creates or changes a custom role. */
export function RoleDialog({ actor, role, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(role?.name ?? "");
  const [chosen, setChosen] = useState<readonly Right[]>(role?.rights ?? []);
  const [messages, setMessages] = useState<FieldMessages>({});
  const { busy, problem, dismissProblem, submit } = useSubmit();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = {
      ...(role && { id: role.id }),
      name,
      rights: choosableRights.filter((right) => chosen.includes(right)),
    };
    const invalid = validateFields(saveRole.input, input);
    setMessages(invalid);
    if (invalid["name"]) event.currentTarget.querySelector<HTMLInputElement>("input[type=text]")?.focus();
    if (Object.keys(invalid).length > 0) return;
    if (!(await submit("Saving", () => call(saveRole, input)))) return;
    toast({ tone: "success", text: "The role is saved." });
    await client.invalidateQueries({ queryKey: [organisationRoles.path] });
    onClose();
  }
  return (
    <Dialog
      open
      title={role ? "Change role" : "New role"}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            Save role
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The role was not saved"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <form id={id} className={styles.fields} noValidate onSubmit={(event) => void save(event)}>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={60}
            value={name}
            error={messages["name"]}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setMessages({});
            }}
          />
          <FieldSet legend="Rights" hint="You can only give rights that you have yourself." error={messages["rights"]}>
            <div className={styles.choices}>
              {choosableRights.map((right) => (
                <Checkbox
                  key={right}
                  label={rightTexts[right]}
                  disabled={!canGive(actor, { rights: [right] })}
                  checked={chosen.includes(right)}
                  onChange={({ currentTarget }) => {
                    setChosen(currentTarget.checked ? [...chosen, right] : chosen.filter((one) => one !== right));
                    setMessages({});
                  }}
                />
              ))}
            </div>
          </FieldSet>
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
