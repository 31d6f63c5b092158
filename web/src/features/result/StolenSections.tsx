import type { StolenCheck } from "@idanimo/contract/checks/stolen-check";
import { RecordSection, RecordTable } from "./RecordLayout.tsx";
import { StolenBanner } from "./StolenBanner.tsx";

/** Whether a vehicle is reported stolen, and each report [RESULT-PLATE-02 RESULT-LEGITCAR-02]. */
export function StolenSections({ check }: { readonly check: StolenCheck | undefined }) {
  const stolen = check?.stolen ?? null;
  return (
    <>
      <RecordSection title="Stolen">
        {stolen === null ? <p>{check ? "Not checked" : "-"}</p> : <StolenBanner stolen={stolen} />}
      </RecordSection>
      <RecordSection title="Stolen reports">
        <RecordTable caption="Stolen reports" rows={check?.reports ?? []} />
      </RecordSection>
    </>
  );
}
