import type { CaseRow } from "@idanimo/contract/console/case-work";
import type { listCases } from "@idanimo/contract/console/cases";
import type { listGrievances } from "@idanimo/contract/console/grievances";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pagedQuery } from "../lib/paged-query.ts";
import { Card } from "../ui/Card.tsx";
import { DateText } from "../ui/DateText.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../ui/Skeleton.tsx";
import { StatusLabel } from "../ui/StatusLabel.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { urgencyLabels } from "./case-labels.ts";
import styles from "./console.module.css";
import { callConsole } from "./lib/call.ts";
import { MoreButton } from "./MoreButton.tsx";

type Props = {
  readonly operation: typeof listCases | typeof listGrievances;
  /** "cases": in the tabs and messages. */
  readonly what: string;
  /** Where the pages of the rows are. */
  readonly folder: string;
  readonly titleOf: (kind: string) => string;
  readonly empty: string;
  readonly endedLabel: string;
};

type View = "open" | "ended";
/** Open and ended cases, page by page: the next one due is first. */
export function CaseTabs(props: Props) {
  const [selected, setSelected] = useState<View>("open");
  return (
    <Tabs<View>
      label={props.what}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { key: "open", label: "Open", content: <CaseList isOpen {...props} /> },
        { key: "ended", label: props.endedLabel, content: <CaseList isOpen={false} {...props} /> },
      ]}
    />
  );
}

const columnsOf = ({ folder, titleOf, endedLabel }: Props, isOpen: boolean): readonly Column<CaseRow>[] => [
  {
    key: "what",
    header: "What",
    phoneSlot: "first",
    cell: ({ id, kind }) => (
      <a href={`${folder}/${id}`} data-row-action>
        {titleOf(kind)}
      </a>
    ),
  },
  {
    key: "reference",
    header: "Number",
    phoneSlot: "second",
    cell: ({ reference }) => reference !== null && <span className={styles.line}>{reference}</span>,
  },
  {
    key: "state",
    header: "State",
    phoneSlot: "firstEnd",
    cell: ({ urgency }) => (
      <span className={styles.line}>
        <StatusLabel tone={urgencyLabels[urgency].tone}>{urgencyLabels[urgency].label}</StatusLabel>
      </span>
    ),
  },
  {
    key: "due",
    header: isOpen ? "Due" : endedLabel,
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ dueAt, endedAt }) => <DateText at={endedAt ?? dueAt} withTime />,
  },
  {
    key: "assignee",
    header: "Responsible",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ assignee }) => assignee?.name ?? "No one yet",
  },
];

function CaseList({ isOpen, ...props }: Props & { readonly isOpen: boolean }) {
  const { operation, what, empty } = props;
  const query = useInfiniteQuery(
    pagedQuery([operation.path, isOpen], (after, options) =>
      callConsole(operation, { open: isOpen ? "true" : "false", ...after }, options),
    ),
  );
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (error && !data)
    return <ErrorPanel title={`We could not load the ${what}`} next={error.message} onRetry={retry} />;
  if (!data)
    return (
      <Skeleton what={`the ${what}`} onRetry={retry}>
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <EmptyState illustration={<DeskIllustration />} title={isOpen ? empty : "Nothing here yet"}>
        New ones appear here.
      </EmptyState>
    );
  return (
    <>
      <Card flush>
        <Table
          caption={isOpen ? `Open ${what}, next due first` : `Ended ${what}, newest first`}
          columns={columnsOf(props, isOpen)}
          rows={rows}
          keyOf={({ id }) => id}
          pressRows
        />
      </Card>
      <MoreButton query={query} />
    </>
  );
}
