import { fullName, shownValue, type WireRecord } from "@idanimo/contract/record-fields";
import { personGroups } from "@idanimo/contract/record-views";
import { leftOut } from "@idanimo/contract/texts";
import { PersonIcon } from "../../ui/icons.tsx";
import styles from "./PersonRecord.module.css";
import { Group, Groups, LeftOut, RecordBody, RecordFacts } from "./RecordParts.tsx";
import type { Drawn } from "./ResultFrame.tsx";
import { pictureAddress } from "./rules.ts";

/** A person's record as it may be seen now; dashes where it could not be loaded. Source: look, "Result (person)". */
export function PersonRecord({ request, record, onGone }: Drawn<WireRecord>) {
  const name = fullName(record);
  const photo = pictureAddress(record?.["photo"]);
  const signature = pictureAddress(record?.["signature"]);
  const isPictureLeftOut = request?.withheld.includes("picture") === true;
  return (
    <RecordBody label={`${name.others} ${name.last}`}>
      <header className={styles.card}>
        {photo ? (
          <img className={styles.photo} src={photo} alt={`${name.others} ${name.last}`} width={112} height={140} />
        ) : (
          <span className={styles.noPhoto}>
            <PersonIcon
              size={isPictureLeftOut ? 28 : 40}
              label={isPictureLeftOut ? `Photo: ${leftOut}` : "No photo in the record"}
            />
            {isPictureLeftOut && <span aria-hidden="true">{leftOut}</span>}
          </span>
        )}
        <div className={styles.who}>
          <h2 className={styles.name}>
            <span>{name.last}</span> <span className={styles.others}>{name.others}</span>
          </h2>
          <p className="figures">
            <span className="quiet">NIN</span> {shownValue(record, { label: "NIN", names: ["nin"], kind: "digits" })}
          </p>
        </div>
        <div className={styles.facts}>
          <RecordFacts request={request} onGone={onGone} />
        </div>
      </header>
      <Groups record={record} groups={personGroups} withheld={request?.withheld}>
        {isPictureLeftOut && (
          <Group title="Signature">
            <LeftOut />
          </Group>
        )}
        {signature && (
          <Group title="Signature">
            <img className={styles.signature} src={signature} alt="Signature in the record" />
          </Group>
        )}
      </Groups>
    </RecordBody>
  );
}
