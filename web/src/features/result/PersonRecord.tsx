import { personGroups, personKeyFacts } from "@idanimo/contract/checks/person/view";
import type { WireRecord } from "@idanimo/contract/record-fields";
import { personName } from "@idanimo/contract/register-name";
import styles from "./PersonRecord.module.css";
import { NotShared, RecordBody, RecordSection, RecordSections } from "./RecordLayout.tsx";
import type { DisplayedResult } from "./ResultFrame.tsx";
import { KeyFacts, Photo, ResultHead } from "./ResultHead.tsx";
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
        <KeyFacts facts={personKeyFacts(record, request?.now)} />
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
