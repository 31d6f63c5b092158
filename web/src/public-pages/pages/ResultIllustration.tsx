import { disclosureFor, listParts } from "@idanimo/contract/record-parts";
import { CheckCircleIcon, ClockIcon } from "../../ui/icons.tsx";
import styles from "./ResultIllustration.module.css";

const shared = disclosureFor("nin", "tenancy")?.required ?? [];

/** What the picture shows, for those who do not see it. */
const description =
  "A result: record found, Grace Adebayo, matches the name you gave. Source: National Identity Management Commission. " +
  "Consent by SMS at 10:42 AM, for renting a home. Access ends in 23 hours.";

/** The top of a result, drawn with the parts of the real page. The person is fictitious. */
export function ResultIllustration() {
  return (
    <div className={styles.result} role="img" aria-label={description}>
      <div aria-hidden="true">
        <p className={styles.verdict}>
          <CheckCircleIcon size={24} />
          Name matches
        </p>
        <div className={styles.person}>
          <svg className={styles.photo} viewBox="0 0 80 96" width="80" height="96" fill="currentColor">
            <circle cx="40" cy="38" r="19" />
            <path d="M4 96a36 34 0 0 1 72 0Z" />
          </svg>
          <div>
            <p className={styles.name}>Grace Adebayo</p>
            <p className={styles.quiet}>NIN record, matches the name you gave</p>
          </div>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Source</dt>
            <dd>National Identity Management Commission</dd>
          </div>
          <div>
            <dt>Consent</dt>
            <dd>By SMS, 10:42 AM</dd>
          </div>
          <div>
            <dt>Purpose</dt>
            <dd>Renting a home</dd>
          </div>
          <div>
            <dt>Shared</dt>
            <dd>{listParts(shared)}</dd>
          </div>
        </dl>
        <p className={styles.end}>
          <ClockIcon />
          Access ends in 23 hours
        </p>
      </div>
    </div>
  );
}
