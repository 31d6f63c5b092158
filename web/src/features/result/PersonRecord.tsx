import { fullName, formatField, type WireRecord } from "@idanimo/contract/record-fields";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { withheldByPerson } from "@idanimo/contract/texts";
import { PersonIcon } from "../../ui/icons.tsx";
import styles from "./PersonRecord.module.css";
import { NameVerdict } from "./NameVerdict.tsx";
import { NotShared, RecordSection, RecordSections, RecordBody, RecordFacts } from "./RecordLayout.tsx";
import type { DisplayedResult } from "./ResultFrame.tsx";
import { pictureDataUrl } from "./rules.ts";

/** A person's record; dashes if it could not be loaded. */
export function PersonRecord({ request, record, onExpired }: DisplayedResult<WireRecord>) {
  const name = fullName(record);
  const photo = pictureDataUrl(record?.["photo"]);
  const signature = pictureDataUrl(record?.["signature"]);
  const isPhotoWithheld = request?.withheld.includes("photo") === true;
  return (
    <RecordBody label={`${name.others} ${name.last}`}>
      <NameVerdict nameMatch={request?.nameMatch} />
      <header className={styles.card}>
        {photo ? (
          <img className={styles.photo} src={photo} alt={`${name.others} ${name.last}`} width={112} height={140} />
        ) : (
          <span className={styles.noPhoto}>
            <PersonIcon
              size={isPhotoWithheld ? 28 : 40}
              label={isPhotoWithheld ? `Photo: ${withheldByPerson}` : "No photo in the record"}
            />
            {isPhotoWithheld && <span aria-hidden="true">{withheldByPerson}</span>}
          </span>
        )}
        <div className={styles.who}>
          <h2 className={styles.name}>
            <span>{name.last}</span> <span className={styles.others}>{name.others}</span>
          </h2>
          <p className="figures">
            <span className="quiet">NIN</span> {formatField(record, { label: "NIN", names: ["nin"], kind: "digits" })}
          </p>
        </div>
        <div className={styles.facts}>
          <RecordFacts request={request} onExpired={onExpired} />
        </div>
      </header>
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
