import type { OutputOf } from "@idanimo/contract/operation";
import type { checkConsent } from "@idanimo/contract/verification";
import { DateText } from "../../ui/DateText.tsx";
import { Breakable } from "../../ui/Breakable.tsx";
import { classes } from "../../ui/classes.ts";
import { ClockIcon, PersonIcon } from "../../ui/icons.tsx";
import { GoneIn } from "./GoneIn.tsx";
import styles from "./PersonRecord.module.css";
import { fullName, hasGroup, personGroups, pictureAddress, shownValue, type WireRecord } from "./rules.ts";

type Props = {
  /** Undefined where it could not be loaded: the fields then stand with dashes. Source: RESULT-COMMON-06. */
  readonly request: OutputOf<typeof checkConsent> | undefined;
  readonly record: WireRecord | undefined;
  readonly onGone: () => void;
};

/** A person's record as it may be seen now. Source: look, "Result (person)". */
export function PersonRecord({ request, record, onGone }: Props) {
  const name = fullName(record);
  const photo = pictureAddress(record?.["photo"]);
  const signature = pictureAddress(record?.["signature"]);
  return (
    <article className={styles.record} aria-label={`${name.others} ${name.last}`}>
      <header className={styles.card}>
        {photo ? (
          <img className={styles.photo} src={photo} alt={`${name.others} ${name.last}`} width={112} height={140} />
        ) : (
          <span className={styles.noPhoto}>
            <PersonIcon size={40} label="No photo in the record" />
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
          <p className="quiet">
            Agreed <DateText at={request?.decidedAt ?? undefined} withTime />
            {request?.decidedBy && (request.decidedBy === "sms" ? " by SMS" : " on their own page")}
          </p>
          {request?.source && <p className="quiet">Source: {request.source}</p>}
          {request?.goneAt && (
            <p className={styles.gone}>
              <ClockIcon size={18} />
              <span>
                <GoneIn at={request.goneAt} onGone={onGone} />
              </span>
            </p>
          )}
        </div>
      </header>
      <div className={styles.groups}>
        {personGroups
          .filter((group) => hasGroup(record, group))
          .map((group) => (
            <section key={group.title} className={styles.group}>
              <h3 className={styles.title}>{group.title}</h3>
              <dl className={styles.fields}>
                {group.fields.map((field) => (
                  <div key={field.label} className={classes(styles.field, field.long && styles.long)}>
                    <dt>{field.label}</dt>
                    <dd>
                      <Breakable text={shownValue(record, field)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        {signature && (
          <section className={styles.group}>
            <h3 className={styles.title}>Signature</h3>
            <img className={styles.signature} src={signature} alt="Signature in the record" />
          </section>
        )}
      </div>
    </article>
  );
}
