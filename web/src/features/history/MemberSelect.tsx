import type { MemberName } from "@idanimo/contract/organisations/member-name";
import { Select } from "../../ui/Select.tsx";

type Props = {
  readonly members: readonly MemberName[];
  readonly value: string | undefined;
  readonly onChange: (memberId: string | undefined) => void;
};

/** Chooses the member whose rows are shown; nothing where there is no choice. */
export function MemberSelect({ members, value, onChange }: Props) {
  if (members.length < 2 && value === undefined) return null;
  return (
    <Select
      label="Member"
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">All members</option>
      {members.map(({ userId, name }) => (
        <option key={userId} value={userId}>
          {name}
        </option>
      ))}
      {value !== undefined && !members.some(({ userId }) => userId === value) && (
        <option value={value}>Former member</option>
      )}
    </Select>
  );
}
