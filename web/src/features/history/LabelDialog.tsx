import { requestLabelMaxLength } from "@idanimo/contract/limits";
import { labelRequest, requestLabel } from "@idanimo/contract/request-label";
import { history } from "@idanimo/contract/history";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { safeParse } from "zod/mini";
import { call } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { HistoryRow } from "./rules.ts";

type Props = { readonly row: HistoryRow; readonly onClose: () => void };

/** Sets, changes or removes the private label of a request. */
export function LabelDialog({ row, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const [label, setLabel] = useState(row.label ?? "");
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const read = safeParse(requestLabel, label);
    if (!read.success) return setError(read.error.issues[0]?.message);
    setIsSaving(true);
    const saved = await call(labelRequest, { requestId: row.id, label: read.data });
    setIsSaving(false);
    if (!saved.ok) return setError(saved.problem.fields?.["label"] ?? saved.problem.message);
    await client.invalidateQueries({ queryKey: [history.path] });
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Private label"
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={isSaving && "Saving"}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          label="Label"
          optional
          hint="For example: Candidate: Chinedu. Only you see it. Leave it empty to remove it."
          error={error}
          autoComplete="off"
          maxLength={requestLabelMaxLength}
          value={label}
          onChange={({ currentTarget }) => {
            setLabel(currentTarget.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
