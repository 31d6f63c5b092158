import { purposes, type PurposeCode } from "@idanimo/contract/consent";
import { disclosureFor, listParts } from "@idanimo/contract/record-parts";
import { brand } from "../../brand.ts";
import { CheckCircleIcon, WalletIcon } from "../../ui/icons.tsx";
import { Mark } from "../../ui/Logo.tsx";
import { PriceAmount } from "./PriceAmount.tsx";
import styles from "./ConsentIllustration.module.css";

const purpose: PurposeCode = "tenancy";
const { required, optional } = disclosureFor("nin", purpose) ?? { required: [], optional: [] };

/**
 * An enlarged drawing of the logo: a person in a doorway is asked for consent and replies. The names are
 * fictitious.
 */
export function ConsentIllustration() {
  return (
    <figure className={styles.figure}>
      <div className={styles.door} aria-hidden="true">
        <svg className={styles.person} viewBox="0 0 200 150" width="200" height="150" fill="currentColor">
          <circle cx="100" cy="38" r="36" />
          <path d="M8 150a92 66 0 0 1 184 0Z" />
        </svg>
        <div className={styles.request}>
          <p className={styles.from}>
            <span className={styles.mark}>
              <Mark size={20} />
            </span>
            {brand.name}
            <span className={styles.now}>now</span>
          </p>
          <p className={styles.question}>Bright Homes Ltd asks to see your NIN record</p>
          <dl className={styles.facts}>
            <div>
              <dt>Why</dt>
              <dd>{purposes[purpose]}</dd>
            </div>
            <div>
              <dt>They will see</dt>
              <dd>{listParts(required)}</dd>
            </div>
            <div>
              <dt>You may also show</dt>
              <dd>
                <ul className={styles.boxes}>
                  {optional.map((part) => (
                    <li key={part}>{listParts([part])}</li>
                  ))}
                </ul>
              </dd>
            </div>
            <div>
              <dt>For how long</dt>
              <dd>24 hours</dd>
            </div>
          </dl>
          <p className={styles.answers}>
            <span>I consent</span>
            <span>I do not consent</span>
          </p>
        </div>
        <p className={styles.tags}>
          <span>
            <WalletIcon />
            <span>
              <PriceAmount name="nin-total" /> in all
            </span>
          </span>
          <span>
            <CheckCircleIcon /> They consented
          </span>
        </p>
      </div>
      <figcaption className={styles.caption}>
        We ask the person at the phone number or email in the agency's own record. Without their consent, nothing opens.
        No box is ticked in advance.
      </figcaption>
    </figure>
  );
}
