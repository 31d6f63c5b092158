import { lagosDay } from "@idanimo/contract/date-format";
import { removeView, savedViews, saveView } from "@idanimo/contract/history-views";
import { savedViewNameMaxLength } from "@idanimo/contract/limits";
import type { OutputOf } from "@idanimo/contract/operation";
import { historyStatuses } from "@idanimo/contract/request-status";
import { historyFilters } from "@idanimo/contract/history";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call, type CallResult } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { CrossIcon } from "../../ui/icons.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { noFilters, setFilters } from "./dashboard-view.ts";
import { MemberSelect } from "./MemberSelect.tsx";
import { useMemberNames } from "../../lib/use-member-names.ts";
import type { HistoryFilters } from "./rules.ts";
import styles from "./FiltersDialog.module.css";

type Props = {
  readonly filters: HistoryFilters;
  readonly onApply: (filters: HistoryFilters) => void;
  readonly onClose: () => void;
};
type Views = OutputOf<typeof savedViews>;

/** Filters of the history by type, status and days, and the views that the account saved. */
export function FiltersDialog({ filters, onApply, onClose }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(filters);
  const [error, setError] = useState<string>();
  const members = useMemberNames();
  const [today] = useState(() => lagosDay(new Date()));

  function apply(event: FormEvent) {
    event.preventDefault();
    if (chosen.from && chosen.to && chosen.to < chosen.from) return setError("The last day is before the first.");
    onApply(chosen);
    onClose();
  }
  const dayInput = (name: "from" | "to", label: string, message?: string) => (
    <TextInput
      id={`${id}-${name}`}
      type="date"
      label={label}
      max={today}
      error={message}
      value={chosen[name] ?? ""}
      onChange={({ currentTarget }) => {
        setChosen({ ...chosen, [name]: currentTarget.value || undefined });
        setError(undefined);
      }}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filters"
      actions={
        <>
          <Button kind="primary" type="submit" form={id}>
            Show results
          </Button>
          <Button
            onClick={() => {
              onApply(noFilters);
              onClose();
            }}
          >
            Clear filters
          </Button>
        </>
      }
    >
      <form id={id} className={form.form} noValidate onSubmit={apply}>
        <Select
          label="Check"
          value={chosen.type ?? ""}
          onChange={({ currentTarget }) =>
            setChosen({ ...chosen, type: historyFilters.find((type) => type === currentTarget.value) })
          }
        >
          <option value="">All checks</option>
          {historyFilters.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
        <Select
          label="Status"
          value={chosen.status ?? ""}
          onChange={({ currentTarget }) =>
            setChosen({ ...chosen, status: historyStatuses.find((status) => status === currentTarget.value) })
          }
        >
          <option value="">Any status</option>
          {historyStatuses.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </Select>
        <MemberSelect
          members={members}
          value={chosen.memberId}
          onChange={(memberId) => setChosen({ ...chosen, memberId })}
        />
        <div className={form.pair}>
          {dayInput("from", "First day")}
          {dayInput("to", "Last day", error)}
        </div>
      </form>
      <SavedViews
        filters={chosen}
        onOpen={(saved) => {
          onApply({ ...noFilters, ...saved });
          onClose();
        }}
      />
    </Dialog>
  );
}

/** The account's saved views: open, remove, and save the chosen filters. */
function SavedViews({
  filters,
  onOpen,
}: {
  readonly filters: HistoryFilters;
  readonly onOpen: (filters: Views["views"][number]["filters"]) => void;
}) {
  const client = useQueryClient();
  const query = useQuery(operationQuery(savedViews, {}));
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const views = query.data?.views ?? [];

  function update(result: CallResult<Views>): boolean {
    if (result.ok) client.setQueryData(operationQuery(savedViews, {}).queryKey, result.value);
    else setError(result.problem.fields?.["name"] ?? result.problem.message);
    return result.ok;
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    const isSaved = update(await call(saveView, { name, filters: setFilters(filters) }));
    setIsSaving(false);
    if (isSaved) setName("");
  }
  return (
    <section className={styles.views} aria-label="Saved views">
      <h3 className={styles.title}>Saved views</h3>
      {query.isError && <p className="quiet">Your saved views could not be loaded. {query.error.message}</p>}
      {query.data && views.length === 0 && (
        <p className="quiet">None yet. Save the filters you use often, for example “Refunded this month”.</p>
      )}
      {views.length > 0 && (
        <ul className={styles.list}>
          {views.map((view) => (
            <li key={view.name} className={styles.view}>
              <Button size="small" onClick={() => onOpen(view.filters)}>
                {view.name}
              </Button>
              <IconButton
                label={`Remove ${view.name}`}
                onClick={() => void call(removeView, { name: view.name }).then(update)}
              >
                <CrossIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.save} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          label="Save these filters as"
          error={error}
          autoComplete="off"
          maxLength={savedViewNameMaxLength}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" busy={isSaving && "Saving"}>
          Save view
        </Button>
      </form>
    </section>
  );
}
