import { useState } from "react";
import type { Problem } from "../lib/call.ts";
import { useProblem } from "../ui/Problems.tsx";
import { Select } from "../ui/Select.tsx";
import { useToast } from "../ui/Toast.tsx";

type Person = { readonly id: string; readonly name: string };
type Props = {
  readonly assignee: Person | null;
  readonly candidates: readonly Person[];
  readonly onAssign: (operatorId: string | null) => Promise<Problem | undefined>;
};

/** Who is responsible for a case. A choice is saved at once. */
export function AssignSelect({ assignee, candidates, onAssign }: Props) {
  const showProblem = useProblem();
  const toast = useToast();
  const [chosen, setChosen] = useState<string>();
  const isKnown = assignee === null || candidates.some(({ id }) => id === assignee.id);
  async function assign(id: string) {
    setChosen(id);
    const failed = await onAssign(id === "" ? null : id);
    setChosen(undefined);
    if (failed) return showProblem(failed);
    const name = candidates.find((one) => one.id === id)?.name;
    toast({ tone: "success", text: name === undefined ? "No one is responsible now." : `${name} is responsible.` });
  }
  return (
    <Select
      label="Responsible"
      value={chosen ?? assignee?.id ?? ""}
      onChange={(event) => void assign(event.currentTarget.value)}
    >
      <option value="">No one yet</option>
      {!isKnown && <option value={assignee.id}>{assignee.name} (not active)</option>}
      {candidates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
