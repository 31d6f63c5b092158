import { purposeCodes, purposes, purpose } from "@idanimo/contract/consent";
import { askPlateOwner, type PlateOwner as PlateOwnerRequest } from "@idanimo/contract/plate-owner";
import { plateOwnerGroup } from "@idanimo/contract/checks/license-number/view";
import type { PlateRecord } from "@idanimo/contract/checks/license-number/record";
import { refundReason } from "@idanimo/contract/refund-reason";
import * as texts from "@idanimo/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { ExpiryCountdown } from "./ExpiryCountdown.tsx";
import styles from "./PlateOwner.module.css";
import { RecordFields, RecordSection } from "./RecordLayout.tsx";
import { type ResultRequest, resultQueryKey } from "./result-query.ts";

type Props = { readonly request: ResultRequest | undefined; readonly record: PlateRecord | undefined };

/**
 * The owner of a vehicle: a person, whose values are shown only after they consent. The owner is asked from here, once
 * and free of charge [CL-15].
 */
export function PlateOwner({ request, record }: Props) {
  const client = useQueryClient();
  const [expired, setExpired] = useState<string>();
  const owner = request?.plateOwner;
  const refetch = () => void client.invalidateQueries({ queryKey: resultQueryKey(owner?.resultId ?? "") });
  const section = useRef<HTMLDivElement>(null);
  const showAsked = () => {
    section.current?.focus(); // the button that had it disappears
    refetch();
  };
  const fields = <RecordFields record={record} fields={plateOwnerGroup.fields} />;
  if (!owner) return <RecordSection title={plateOwnerGroup.title}>{fields}</RecordSection>;
  const { goneAt } = owner;
  const isShared = owner.state === "shared" && goneAt !== null && expired !== goneAt;
  return (
    <RecordSection title={plateOwnerGroup.title}>
      <div ref={section} tabIndex={-1} className={styles.section}>
        {isShared && request?.ownerEnd ? (
          <>
            {fields}
            <ExpiryCountdown
              at={goneAt}
              end={request.ownerEnd}
              onExpired={() => {
                setExpired(goneAt);
                refetch();
              }}
            />
          </>
        ) : (
          <OwnerState owner={owner} onAsked={showAsked} />
        )}
      </div>
    </RecordSection>
  );
}

/** Why the owner's values are not shown, and what the requester can do. */
function OwnerState({ owner, onAsked }: { readonly owner: PlateOwnerRequest; readonly onAsked: () => void }) {
  switch (owner.state) {
    case "not_asked":
      return (
        <Explanation title={texts.notSharedYet}>
          <p>
            The owner must consent before you see their name, phone number and address. Asking is free. We send one
            message to the phone number in the register. You can ask once.
          </p>
          <AskOwner resultId={owner.resultId} onAsked={onAsked} />
        </Explanation>
      );
    case "asking":
      return (
        <Explanation title={texts.notSharedYet}>
          <p>
            {owner.deadline === null ? (
              "We are asking the owner."
            ) : (
              <>
                We asked the owner. They have until <DateText at={owner.deadline} withTime />:{" "}
                <Countdown at={owner.deadline} over="now" after="." />
              </>
            )}
          </p>
          <p className="quiet">The reply will appear here. You can leave this page.</p>
        </Explanation>
      );
    default:
      return (
        <Explanation title={texts.withheldByPerson}>
          <p>{reasonNotShared(owner)}</p>
        </Explanation>
      );
  }
}

function reasonNotShared({ state, outcome }: PlateOwnerRequest): string {
  switch (state) {
    case "no_contact":
      return "The register has no phone number for the owner, so we can't ask them.";
    case "denied":
      return "The owner refused. You can ask an owner only once.";
    case "no_answer":
      return "The owner did not reply in time, which means no. You can ask an owner only once.";
    case "not_possible":
      return `${refundReason(outcome)} You haven't been charged for asking.`;
    default:
      return "The owner agreed, but then withdrew their consent, or your access has ended.";
  }
}

const Explanation = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={styles.state} role="status">
    <p className={styles.title}>{title}</p>
    {children}
  </div>
);

function AskOwner({ resultId, onAsked }: { readonly resultId: string; readonly onAsked: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="primary" className={styles.ask} onClick={() => setIsOpen(true)}>
        {texts.askOwner}
      </Button>
      {isOpen && (
        <AskOwnerDialog
          resultId={resultId}
          onClose={() => setIsOpen(false)}
          onAsked={() => {
            setIsOpen(false);
            onAsked();
          }}
        />
      )}
    </>
  );
}

const askForm = z.object({ code: purpose.shape.code });

type DialogProps = { readonly resultId: string; readonly onClose: () => void; readonly onAsked: () => void };

function AskOwnerDialog({ resultId, onClose, onAsked }: DialogProps) {
  const id = useId();
  const form = useForm(askForm, () => ({ code: "" }));
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  // a retry after a lost response reuses the key; another purpose is another request
  const [attempt, setAttempt] = useState<{ readonly code: string; readonly key: string }>();

  async function send({ code }: z.output<typeof askForm>) {
    if (isBusy) return;
    setIsBusy(true);
    setErrorMessage(undefined);
    const current = attempt?.code === code ? attempt : { code, key: crypto.randomUUID() };
    setAttempt(current);
    const input = { requestId: resultId, purpose: { code } };
    const result = await call(askPlateOwner, input, { idempotencyKey: current.key });
    setIsBusy(false);
    if (result.ok) return onAsked();
    if (result.problem.code !== "no_response") setAttempt(undefined);
    setErrorMessage(result.problem.message);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.askOwner}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={isBusy && "Asking the owner"}>
            {texts.askOwner}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={id} {...form.formProps(send)} className={styles.form}>
        <p>
          We ask for the owner&apos;s name, phone number and address. They see your name and your reason, and have 24
          hours to decide. No reply means no.
        </p>
        <Select
          label="Reason for this check"
          hint="The person will see it."
          name="code"
          value={form.values.code}
          error={form.messages["code"]}
          onChange={({ currentTarget }) => form.set("code", currentTarget.value)}
        >
          <option value="">Choose a reason</option>
          {purposeCodes.map((code) => (
            <option key={code} value={code}>
              {purposes[code]}
            </option>
          ))}
        </Select>
        {errorMessage && (
          <Notice tone="problem" announce title="The owner was not asked">
            {errorMessage}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
