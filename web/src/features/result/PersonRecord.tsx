import { personGroups } from "@idanimo/contract/checks/person/view";
import { firstValue, formatField, type WireRecord } from "@idanimo/contract/record-fields";
import { completedYears, personName } from "@idanimo/contract/register-name";
import styles from "./PersonRecord.module.css";
import { NotShared, RecordBody, RecordSection, RecordSections } from "./RecordLayout.tsx";
import type { DisplayedResult } from "./ResultFrame.tsx";
import { type KeyFact, KeyFacts, Photo, ResultHead } from "./ResultHead.tsx";
import { pictureDataUrl } from "./rules.ts";
import { verdictOf } from "./verdict.ts";

/** A person's record; dashes if it could not be loaded. */
export function PersonRecord({ request, record, onExpired }: DisplayedResult<WireRecord>) {
  const name = personName(record);
  const signature = pictureDataUrl(record?.["signature"]);
  const photo = (
    <Photo photo={record?.["photo"]} isWithheld={request?.withheld.includes("photo") === true} name={name?.name} />
  );
  return (
    <RecordBody label={name?.name ?? "-"}>
      <ResultHead verdict={verdictOf(request)} picture={photo} name={name} request={request} onExpired={onExpired}>
        <KeyFacts facts={personFacts(record, request?.now)} />
      </ResultHead>
      <NotShared request={request} />
      <RecordSections record={record} groups={personGroups} withheld={request?.withheld}>
        {signature && (
          <RecordSection title="Signature">
            <img className={styles.signature} src={signature} alt="Signature in the record" />
          </RecordSection>
        )}
      </RecordSections>
    </RecordBody>
  );
}

/** Number, birth date with age, and gender of a person. */
export function personFacts(record: WireRecord | undefined, now: string | undefined): readonly KeyFact[] {
  const names = { names: ["dob", "birthDate", "birthdate", "dateOfBirth"] };
  const day = firstValue(record, names);
  const age = now === undefined ? undefined : completedYears(day, now);
  return [
    { label: "NIN", value: formatField(record, { label: "NIN", names: ["nin"], kind: "digits" }) },
    { label: "BVN", value: formatField(record, { label: "BVN", names: ["bvn"], kind: "digits" }) },
    {
      label: "Born",
      value:
        formatField(record, { label: "Born", ...names, kind: "date" }) + (age === undefined ? "" : ` (age ${age})`),
    },
    { label: "Gender", value: formatField(record, { label: "Gender", names: ["gender"], kind: "gender" }) },
  ];
}
