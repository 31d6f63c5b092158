import { brand } from "../../brand.ts";
import { CheckCircleIcon, WalletIcon } from "../../ui/icons.tsx";
import { Mark } from "../../ui/Logo.tsx";
import { PriceAmount } from "./PriceAmount.tsx";
import styles from "./ConsentIllustration.module.css";

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
              <dd>Renting a home</dd>
            </div>
            <div>
              <dt>They would see</dt>
              <dd>Name, birth date, photo, address</dd>
            </div>
            <div>
              <dt>For how long</dt>
              <dd>24 hours</dd>
            </div>
          </dl>
          <p className={styles.answers}>
            <span>Yes, they may see</span>
            <span>No</span>
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
            <CheckCircleIcon /> They said yes
          </span>
        </p>
      </div>
      <figcaption className={styles.caption}>
        The person is asked by the phone number or mail in the agency's own record. Without a yes, nothing opens.
      </figcaption>
    </figure>
  );
}
