import { dollars, naira } from "@idanimo/contract/money";
import { Countdown } from "../ui/Countdown.tsx";
import { MaskedValue } from "../ui/MaskedValue.tsx";
import { Money } from "../ui/Money.tsx";
import { StatusLabel } from "../ui/StatusLabel.tsx";
import type { Column } from "../ui/Table.tsx";

/** Sample rows for the design page. Numbers and names are fictitious. */
export type SampleRow = { readonly id: string; readonly type: string; readonly value: string; readonly state: string };

export const sampleRows: readonly SampleRow[] = [
  { id: "1", type: "NIN", value: "*********89", state: "waiting" },
  { id: "2", type: "BVN", value: "*********12", state: "ready" },
  { id: "3", type: "VIN", value: "1HGCM82633A004352", state: "ready" },
  { id: "4", type: "NIN", value: "*********03", state: "denied" },
];

const inTwentyThreeHours = new Date(Date.now() + 23.4 * 3_600_000).toISOString();

export const sampleColumns: readonly Column<SampleRow>[] = [
  { key: "type", header: "Type", cell: (row) => row.type, phoneSlot: "first" },
  { key: "value", header: "Searched", cell: (row) => <MaskedValue value={row.value} />, phoneSlot: "second" },
  {
    key: "until",
    header: "Until",
    cell: (row) => (row.state === "denied" ? "-" : <Countdown at={inTwentyThreeHours} />),
    phoneSlot: "secondEnd",
  },
  {
    key: "state",
    header: "State",
    cell: (row) =>
      ({
        waiting: <StatusLabel tone="waiting">Awaiting Consent</StatusLabel>,
        denied: <StatusLabel tone="problem">Consent Denied</StatusLabel>,
        ready: <a href="/design">View Result</a>,
      })[row.state],
    phoneSlot: "firstEnd",
  },
];

export const sampleAmounts = [naira(588_00n), naira(19_412_00n), naira(1_612_50n), dollars(2_14n)];

/** A price with its parts, as the wizard shows it. */
export function SamplePrice() {
  const [nin, charges, total] = [naira(500_00n), naira(88_00n), naira(588_00n)];
  return (
    <dl style={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: "var(--space-2)" }}>
      <dt>National ID number</dt>
      <dd style={{ textAlign: "right" }}>
        <Money amount={nin} />
      </dd>
      <dt>Tax and charges</dt>
      <dd style={{ textAlign: "right" }}>
        <Money amount={charges} />
      </dd>
      <dt style={{ borderTop: "1px solid var(--line-faint)", paddingTop: "var(--space-2)" }}>
        <strong>Total</strong>
      </dt>
      <dd style={{ textAlign: "right", borderTop: "1px solid var(--line-faint)", paddingTop: "var(--space-2)" }}>
        <strong>
          <Money amount={total} />
        </strong>
      </dd>
    </dl>
  );
}
