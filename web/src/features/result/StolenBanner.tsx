import { Notice } from "../../ui/Notice.tsx";

const words = { stolen: "This vehicle is in our database of stolen vehicles", clean: "not found" };

/** What the register of stolen vehicles says; nothing where it was not asked. Source: RESULT-VIN-07 to 09. */
export function StolenBanner({ stolen }: { readonly stolen: boolean | null | undefined }) {
  if (stolen === null || stolen === undefined) return null;
  return stolen ? (
    <Notice tone="problem" title={words.stolen} />
  ) : (
    <Notice tone="success" title="Stolen vehicle check">
      In our database of stolen vehicles: <strong>{words.clean}</strong>
    </Notice>
  );
}
