import type { PricePreview } from "@idanimo/contract/console/prices";
import { formatCount } from "@idanimo/contract/date-format";
import { formatMoney, money } from "@idanimo/contract/money";
import { type Column, Table } from "../ui/Table.tsx";
import { Facts } from "./Facts.tsx";
import { searchTypeLabel } from "./lib/labels.ts";

type Example = PricePreview["examples"][number];
type Totals = Example["before"];

const both = ({ NGN, USD }: Totals) => `${formatMoney(money("NGN", NGN))}, ${formatMoney(money("USD", USD))}`;
const isChanged = ({ before, after }: Example) => before.NGN !== after.NGN || before.USD !== after.USD;

const columns: readonly Column<Example>[] = [
  {
    key: "check",
    header: "One check",
    phoneSlot: "first",
    cell: ({ searchType, addOn }) => searchTypeLabel(searchType) + (addOn ? " with its extra" : ""),
  },
  {
    key: "before",
    header: "Total now",
    kind: "number",
    phoneSlot: "second",
    hasPhoneLabel: true,
    cell: ({ before }) => both(before),
  },
  {
    key: "after",
    header: "Total after",
    kind: "number",
    phoneSlot: "secondEnd",
    cell: (row) => (isChanged(row) ? <strong>{both(row.after)}</strong> : "unchanged"),
  },
];

/** What a change does: its amounts, the total of one check of each kind, and the quotes that keep the old price. */
export function PricePreviewTable({ preview, start }: { readonly preview: PricePreview; readonly start: string }) {
  return (
    <>
      <Facts
        rows={[
          ...preview.changes.map(({ label, before, after }) => [label, `${before} now, ${after} after`] as const),
          ["Starts", start === "" ? "when it is approved" : `${start.replace("T", " ")} in Lagos`],
          ["Open quotes that keep the old price", formatCount(preview.openQuotes)],
        ]}
      />
      <Table
        caption="Totals of one check of each kind"
        columns={columns}
        rows={preview.examples.toSorted((one, other) => Number(isChanged(other)) - Number(isChanged(one)))}
        keyOf={({ searchType, addOn }) => `${searchType} ${addOn}`}
      />
    </>
  );
}
