import { formatCalendarDay } from "@idanimo/contract/date-format";
import { Button } from "../../ui/Button.tsx";
import { CrossIcon } from "../../ui/icons.tsx";
import styles from "./ActiveFilters.module.css";
import { useMemberNames } from "../../lib/use-member-names.ts";
import type { HistoryFilters } from "./rules.ts";

type Props = { readonly filters: HistoryFilters; readonly onChange: (filters: Partial<HistoryFilters>) => void };

/** The filters in use besides the kind, each with a press to remove it. */
export function ActiveFilters({ filters, onChange }: Props) {
  const { status, memberId, from, to } = filters;
  const members = useMemberNames();
  if (!status && !memberId && !from && !to) return null;
  return (
    <div className={styles.filters} role="group" aria-label="Filters in use">
      {status && <RemovableFilter label={status} onRemove={() => onChange({ status: undefined })} />}
      {memberId && (
        <RemovableFilter
          label={members.find(({ userId }) => userId === memberId)?.name ?? "One member"}
          onRemove={() => onChange({ memberId: undefined })}
        />
      )}
      {(from ?? to) && (
        <RemovableFilter
          label={dayRangeLabel(from, to)}
          onRemove={() => onChange({ from: undefined, to: undefined })}
        />
      )}
    </div>
  );
}

function RemovableFilter({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button size="small" icon={<CrossIcon size={16} />} aria-label={`Remove the filter ${label}`} onClick={onRemove}>
      {label}
    </Button>
  );
}

/** `From November 1, 2026`, `Until ...`, or both days. */
export function dayRangeLabel(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `Until ${formatCalendarDay(to ?? "")}`;
  if (to === undefined) return `From ${formatCalendarDay(from)}`;
  return from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
}
