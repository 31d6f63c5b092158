import { auditCsvPath, type AuditRow, listOperators, searchAudit } from "@idanimo/contract/console/operators";
import { consoleBase } from "@idanimo/contract/console/operation";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "zod/mini";
import { useForm } from "../../lib/form.ts";
import { pagedQuery } from "../../lib/paged-query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "../console.module.css";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { readableCode } from "../lib/labels.ts";
import { MoreButton } from "../MoreButton.tsx";

const emptyFilter = { actorKind: "", actorId: "", action: "", objectId: "", from: "", to: "" };
type Filter = typeof emptyFilter;

const columns: readonly Column<AuditRow>[] = [
  { key: "action", header: "Act", phoneSlot: "first", cell: ({ action }) => readableCode(action) },
  { key: "at", header: "Time", phoneSlot: "second", cell: ({ at }) => <DateText at={at} withTime /> },
  {
    key: "actor",
    header: "By",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ actorKind, actor }) => (
      <span className={styles.id}>
        {readableCode(actorKind)} {actor}
      </span>
    ),
  },
  {
    key: "object",
    header: "Object",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ objectId }) => (objectId ? <span className={styles.id}>{objectId}</span> : null),
  },
  {
    key: "reason",
    header: "Reason",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ reason }) => (reason ? <span className={styles.id}>{reason}</span> : null),
  },
];

/** Leaves out what was not filled in. */
const filledOf = (filter: Filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

/** The audit log, newest first. */
export function AuditScreen() {
  const [filter, setFilter] = useState<Filter>(emptyFilter);
  const fields = useForm(object({}), () => emptyFilter);
  const query = useInfiniteQuery({
    ...pagedQuery([searchAudit.path, filter], (after, options) =>
      callConsole(searchAudit, { ...filledOf(filter), ...after }, options),
    ),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = query;
  const operators = useQuery(consoleQuery(listOperators, {})).data?.operators ?? [];
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const seal = data?.pages[0]?.seal;
  return (
    <>
      <PageHeader title="Audit log">
        {seal ? (
          <>
            Latest seal {seal.position}: <span className={styles.id}>{seal.hash}</span>
          </>
        ) : (
          "Every act, newest first."
        )}
      </PageHeader>
      <form className={styles.filters} {...fields.formProps(() => setFilter(fields.values))}>
        <Select
          label="By"
          name="actorKind"
          value={fields.values.actorKind}
          onChange={(event) => fields.set("actorKind", event.currentTarget.value)}
        >
          <option value="">Anyone</option>
          {["operator", "user", "subject", "system", "visitor"].map((kind) => (
            <option key={kind} value={kind}>
              {readableCode(kind)}
            </option>
          ))}
        </Select>
        <Select
          label="Operator"
          name="actorId"
          value={fields.values.actorId}
          onChange={(event) => fields.set("actorId", event.currentTarget.value)}
        >
          <option value="">Any operator</option>
          {operators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          label="Act"
          hint="As in the CSV file, such as price_changed"
          autoComplete="off"
          {...fields.textProps("action")}
        />
        <TextInput label="Object id" autoComplete="off" {...fields.textProps("objectId")} />
        <TextInput label="From" type="date" {...fields.textProps("from")} />
        <TextInput label="To" type="date" {...fields.textProps("to")} />
        <Button type="submit">Filter</Button>
      </form>
      <div className={styles.actions}>
        <DownloadLink
          href={`${consoleBase}${auditCsvPath}?${new URLSearchParams(filledOf(filter))}`}
          fileName="audit.csv"
        >
          Download as CSV
        </DownloadLink>
      </div>
      {error ? (
        <ErrorPanel title="We could not load the audit log" next={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton what="the audit log" onRetry={() => void refetch()}>
          <SkeletonBlock height="20rem" />
        </Skeleton>
      ) : rows.length === 0 ? (
        <EmptyState illustration={<LensIllustration />} title="No matching row">
          Change the filter.
        </EmptyState>
      ) : (
        <Card flush>
          <Table caption="Audit log, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
        </Card>
      )}
      <MoreButton query={query} />
    </>
  );
}
