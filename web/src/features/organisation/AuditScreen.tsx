import { downloads } from "@idanimo/contract/downloads";
import { auditMonths, type OrganisationAuditRow } from "@idanimo/contract/organisations/audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { brand } from "../../brand.ts";
import { useRight } from "../../lib/use-right.ts";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { MoreRows } from "../../ui/MoreRows.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { type AuditFilter, auditQuery, filledFilter, noAuditFilter } from "./audit-query.ts";
import styles from "./Audit.module.css";
import { AuditFilterForm } from "./AuditFilterForm.tsx";
import shared from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";

const columns: readonly Column<OrganisationAuditRow>[] = [
  {
    key: "what",
    header: "What",
    phoneSlot: "first",
    cell: ({ what, about }) => <span className={styles.breakable}>{about ? `${what}: ${about}` : what}</span>,
  },
  { key: "at", header: "When", phoneSlot: "secondEnd", cell: ({ at }) => <DateText at={at} withTime /> },
  {
    key: "member",
    header: "Member",
    phoneSlot: "second",
    cell: ({ member }) => <span className={styles.breakable}>{member?.name ?? brand.name}</span>,
  },
  { key: "addressBlock", header: "Network", phoneSlot: "firstEnd", cell: ({ addressBlock }) => addressBlock },
];

/** `/organisation/audit`: who did what, and from where [TM-17]. */
export function AuditScreen() {
  const canExport = useRight("audit:export");
  const [filter, setFilter] = useState<AuditFilter>(noAuditFilter);
  return (
    <OrganisationPage
      section={sections.audit}
      lead={`What members did in the last ${auditMonths} months.`}
      action={
        canExport && (
          <DownloadLink
            href={downloads.organisationAuditCsv(filledFilter(filter))}
            fileName={`${brand.name}-activity.csv`}
          >
            CSV
          </DownloadLink>
        )
      }
    >
      <div className={shared.stack}>
        <AuditFilterForm onFilter={setFilter} />
        <AuditRows filter={filter} />
      </div>
    </OrganisationPage>
  );
}

function AuditRows({ filter }: { readonly filter: AuditFilter }) {
  const query = useInfiniteQuery(auditQuery(filter));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  if (!rows)
    return query.isError ? (
      <ErrorPanel
        title="The activity could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the activity" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="20rem" />
      </Skeleton>
    );
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState illustration={<LensIllustration />} title="Nothing was done on these days">
          Choose another member, act or day.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <Table caption="Activity, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
      <MoreRows count={rows.length} query={query} />
    </Card>
  );
}
