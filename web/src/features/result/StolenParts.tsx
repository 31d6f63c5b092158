import type { StolenCheck } from "@idanimo/contract/record-views";
import { Group, RecordTable } from "./RecordParts.tsx";
import { StolenBanner } from "./StolenBanner.tsx";

/** Whether a vehicle is reported stolen, and each report. Source: RESULT-PLATE-02, RESULT-LEGITCAR-02. */
export function StolenParts({ check }: { readonly check: StolenCheck | undefined }) {
  const stolen = check?.stolen ?? null;
  return (
    <>
      <Group title="Stolen">{stolen === null ? <p>-</p> : <StolenBanner stolen={stolen} />}</Group>
      <Group title="Stolen reports">
        <RecordTable caption="Stolen reports" rows={check?.reports ?? []} />
      </Group>
    </>
  );
}
