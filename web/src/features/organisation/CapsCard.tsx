import { spendingCapsMax } from "@idanimo/contract/organisations/limits";
import type { SpendingCap } from "@idanimo/contract/organisations/spending";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import styles from "./Organisation.module.css";
import { capKindLabel, describeCap } from "./rule-sentences.ts";

type Props = {
  readonly caps: readonly SpendingCap[];
  readonly onAdd: () => void;
  readonly onRemove: (cap: SpendingCap) => void;
};

/** The spending caps of members and roles [TM-06]. */
export function CapsCard({ caps, onAdd, onRemove }: Props) {
  if (caps.length === 0)
    return (
      <Card title="Spending caps">
        <EmptyState
          illustration={<DeskIllustration />}
          title="No spending caps"
          heading="h3"
          action={<Button onClick={onAdd}>Add a cap</Button>}
        >
          Members can spend what the wallet has. A cap limits a member, or each member of a role, by day or month.
        </EmptyState>
      </Card>
    );
  return (
    <Card
      flush
      title="Spending caps"
      aside={
        <Button size="small" icon={<PlusIcon />} disabled={caps.length >= spendingCapsMax} onClick={onAdd}>
          Add cap
        </Button>
      }
    >
      <Table caption="Spending caps" columns={columnsFor(onRemove)} rows={caps} keyOf={({ id }) => id} />
      <footer className={styles.foot}>
        {caps.length} of {spendingCapsMax} caps. Days and months are those of Lagos.
      </footer>
    </Card>
  );
}

const columnsFor = (onRemove: Props["onRemove"]): readonly Column<SpendingCap>[] => [
  {
    key: "who",
    header: "Who",
    phoneSlot: "first",
    cell: ({ appliesTo, subjectName }) => (
      <span className={styles.person}>
        <strong>{subjectName}</strong>
        {appliesTo === "role" && <span className={styles.small}>Each member with this role</span>}
      </span>
    ),
  },
  { key: "limit", header: "At most", phoneSlot: "second", cell: (cap) => describeCap(cap) },
  { key: "kind", header: "Counts", phoneSlot: "second", cell: ({ searchType }) => capKindLabel(searchType) },
  {
    key: "remove",
    header: <span className="only-heard">Remove</span>,
    kind: "number",
    phoneSlot: "firstEnd",
    cell: (cap) => (
      <Button
        size="small"
        kind="quiet"
        aria-label={`Remove the cap of ${cap.subjectName}: ${describeCap(cap)}`}
        onClick={() => onRemove(cap)}
      >
        Remove
      </Button>
    ),
  },
];
