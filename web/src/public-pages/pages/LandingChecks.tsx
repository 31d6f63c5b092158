import { disclosureForAnyPurpose, listParts } from "@idanimo/contract/record-parts";
import {
  BankIcon,
  BuildingIcon,
  CarIcon,
  CheckIcon,
  type IconComponent,
  PersonIcon,
  ShieldIcon,
} from "../../ui/icons.tsx";
import styles from "./Landing.module.css";
import { PriceAmount } from "./PriceAmount.tsx";

const personRule = disclosureForAnyPurpose("nin");
const creditRule = disclosureForAnyPurpose("bvn");
const consentRequired = "Consent required";
const noConsentNeeded = "No consent needed";
const checks: readonly { icon: IconComponent; name: string; id: string; with: string; gives: string; leave: string }[] =
  [
    {
      icon: PersonIcon,
      name: "A person",
      id: "person",
      with: "a NIN or phone number",
      gives: `Always ${listParts(personRule.required)}. More only if the person adds it: ${listParts(personRule.optional)}`,
      leave: consentRequired,
    },
    {
      icon: BankIcon,
      name: "A credit record",
      id: "credit",
      with: "a BVN",
      gives: `From First Central, CRC and Credit Registry: ${listParts(creditRule.required)}. Only if the person adds it: ${listParts(creditRule.optional)}`,
      leave: consentRequired,
    },
    {
      icon: BuildingIcon,
      name: "A company",
      id: "business",
      with: "an RC number or business name",
      gives: "Registration number, status and address, from the public register",
      leave: noConsentNeeded,
    },
    {
      icon: CarIcon,
      name: "A vehicle",
      id: "vehicle",
      with: "a VIN or registration number",
      gives: "Make, model and history, and whether it was reported stolen",
      leave: "Consent needed for owner details only",
    },
  ];

/** "What you can check": each kind of check, what it opens, and whether consent is needed. */
export function CheckTypes() {
  return (
    <section className={styles.section} aria-labelledby="what">
      <div className={styles.column}>
        <h2 id="what">What you can check</h2>
        <ul className={styles.checks}>
          {checks.map((check) => (
            <li key={check.name} className={styles.check}>
              <span className={styles.tile}>
                <check.icon size={24} />
              </span>
              <div>
                <h3>
                  <a href={`/products#${check.id}`}>{check.name}</a>
                </h3>
                <p className={styles.with}>with {check.with}</p>
              </div>
              <div className={styles.gives}>
                <p>{check.gives}</p>
                <p className={styles.leave}>
                  {check.leave === consentRequired ? <ShieldIcon size={18} /> : <CheckIcon size={18} />}
                  {check.leave}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <p className={styles.question}>
          <strong>Only want a yes or no?</strong> Is this his real name? Is she 18? Is the phone number theirs?{" "}
          <a href="/products#answers">Ask one question</a> from <PriceAmount name="name_match-total" />, without the
          record.
        </p>
      </div>
    </section>
  );
}
