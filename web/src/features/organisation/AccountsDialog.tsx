import { profile } from "@idanimo/contract/accounts";
import { createOrganisation, organisationList } from "@idanimo/contract/organisations/organisations";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { type FieldMessages, validateFields } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { switchOrganisation } from "../../lib/switch-organisation.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { BuildingIcon, CheckIcon, PersonIcon, PlusIcon } from "../../ui/icons.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Organisation.module.css";
import { sections } from "./sections.ts";
import { useSubmit } from "./use-submit.ts";

type Props = { readonly onClose: () => void };

/** Switches between the own account and the organisations of the user, and creates one. */
export function AccountsDialog({ onClose }: Props) {
  const [isCreating, setIsCreating] = useState(false);
  return isCreating ? (
    <CreateOrganisationDialog onBack={() => setIsCreating(false)} onClose={onClose} />
  ) : (
    <SwitchDialog onCreate={() => setIsCreating(true)} onClose={onClose} />
  );
}

function SwitchDialog({ onCreate, onClose }: Props & { readonly onCreate: () => void }) {
  const { data: user } = useQuery(operationQuery(profile, {}));
  const query = useQuery(operationQuery(organisationList, {}));
  const activeId = user?.organisation?.id;
  return (
    <Dialog
      open
      title="Switch account"
      onClose={onClose}
      actions={
        <Button icon={<PlusIcon />} onClick={onCreate}>
          Create an organisation
        </Button>
      }
    >
      {user && query.data ? (
        <ul className={styles.accounts}>
          {/* the first account of a business is its organisation, which is in the list below */}
          {user.userType === "individual" && (
            <AccountRow
              name={`${user.firstName} ${user.lastName}`}
              detail="Your own account"
              isActive={activeId === undefined}
              onSelect={() => (activeId === undefined ? onClose() : switchOrganisation(undefined))}
            />
          )}
          {query.data.organisations.map(({ organisationId: id, name, roles }) => (
            <AccountRow
              key={id}
              name={name}
              detail={roles.map((role) => role.name).join(", ")}
              isOrganisation
              isActive={activeId === id}
              onSelect={() => (activeId === id ? onClose() : switchOrganisation(id))}
            />
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorPanel
          title="Your organisations could not be loaded"
          next={query.error.message}
          busy={query.isFetching && "Trying again"}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton what="your organisations" onRetry={() => void query.refetch()}>
          <SkeletonBlock height="3.5rem" />
        </Skeleton>
      )}
    </Dialog>
  );
}

type AccountRowProps = {
  readonly name: string;
  readonly detail: string;
  readonly isActive: boolean;
  readonly isOrganisation?: boolean;
  readonly onSelect: () => void;
};

function AccountRow({ name, detail, isActive, isOrganisation = false, onSelect }: AccountRowProps) {
  return (
    <li>
      <button type="button" className={styles.account} aria-current={isActive ? "true" : undefined} onClick={onSelect}>
        {isOrganisation ? <BuildingIcon /> : <PersonIcon />}
        <span className={styles.person}>
          <strong>{name}</strong>
          <span className={styles.small}>{detail}</span>
        </span>
        {isActive && <CheckIcon label="In use now" />}
      </button>
    </li>
  );
}

function CreateOrganisationDialog({ onBack, onClose }: Props & { readonly onBack: () => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const [messages, setMessages] = useState<FieldMessages>({});
  const { busy, problem, dismissProblem, submit } = useSubmit();

  async function create(event: FormEvent) {
    event.preventDefault();
    const invalid = validateFields(createOrganisation.input, { name });
    setMessages(invalid);
    if (invalid["name"]) return;
    const created = await submit("Creating", () => call(createOrganisation, { name }));
    if (created) switchOrganisation(created.organisation.organisationId, sections.members.address);
  }
  return (
    <Dialog
      open
      title="Create an organisation"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            Create
          </Button>
          <Button onClick={onBack}>Back</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The organisation was not created"
        problem={problem && problemMessage(problem)}
        onDismiss={dismissProblem}
      >
        <form id={id} className={styles.fields} noValidate onSubmit={(event) => void create(event)}>
          <p className="quiet">It has its own wallet, members and checks. You become its owner.</p>
          <TextInput
            label="Name of the organisation"
            autoComplete="organization"
            maxLength={200}
            value={name}
            error={messages["name"]}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setMessages({});
            }}
          />
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
