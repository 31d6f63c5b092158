/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- the elements' own roles, see below */
import { type AnswerType, answerTypes, catalogue, catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { profiles } from "@idanimo/contract/checks/check-row";
import type { PublicPriceName } from "@idanimo/contract/pricing";
import { disclosureForAnyPurpose, listParts } from "@idanimo/contract/record-parts";
import { PriceAmount } from "./PriceAmount.tsx";
import styles from "./PriceTable.module.css";

type PriceRow = {
  readonly check: string;
  readonly gives: string;
  readonly consent: string;
  readonly price: PublicPriceName;
  /** What one price is for, if not for the check. */
  readonly per?: string;
};
type PriceGroup = { readonly id: string; readonly title: string; readonly rows: readonly PriceRow[] };

const sharedParts = (type: "nin" | "phone" | "bvn") =>
  `Always ${listParts(disclosureForAnyPurpose(type).required)}; more only if the person adds it`;
const consentOf = (type: SearchType) => (catalogueRowOf(type).consent ? "Required" : "Not needed");
const answers = {
  name_match: "Yes, close or no: is this the name on the NIN?",
  over_age: "Yes or no, without the date of birth",
  phone_is_theirs: "Yes or no: is the number on the NIN record?",
  nin_and_bvn_one_person: "Yes, close or no, from name and date of birth",
  score_band: "Yes or no, without the score, from CRC",
  plate_vin_agree: "Yes or no: do make and model agree?",
} as const satisfies Record<AnswerType, string>;

/** The title of the checks that answer one question. */
export const answersTitle = "One question, one answer";

const groups: readonly PriceGroup[] = [
  {
    id: "person",
    title: profiles.person.card,
    rows: [
      { check: catalogue.nin.label, gives: sharedParts("nin"), consent: consentOf("nin"), price: "nin-total" },
      { check: catalogue.phone.label, gives: sharedParts("phone"), consent: consentOf("phone"), price: "phone-total" },
      {
        check: catalogue.bulk_nin.label,
        gives: "The same as for a NIN, for every line of a CSV file. Business accounts only",
        consent: consentOf("bulk_nin"),
        price: "nin-total",
        per: "per NIN",
      },
    ],
  },
  {
    id: "business",
    title: profiles.business.card,
    rows: [
      {
        check: `${catalogue.rc.label} or ${catalogue.business_name.label}`,
        gives: "Registration number, status, date and address",
        consent: consentOf("rc"),
        price: "company-total",
      },
      {
        check: "Directors and shareholders",
        gives: "Who runs the company and who owns it, after a company check",
        consent: consentOf("rc"),
        price: "stakeholders-total",
      },
    ],
  },
  {
    id: "credit",
    title: profiles.financial.card,
    rows: [
      {
        check: catalogue.bvn.label,
        gives: sharedParts("bvn"),
        consent: consentOf("bvn"),
        price: "bvn-total",
        per: "per bureau",
      },
    ],
  },
  {
    id: "vehicle",
    title: profiles.vehicle.card,
    rows: [
      { check: catalogue.vin.label, gives: "Make, model and history", consent: consentOf("vin"), price: "vin-total" },
      {
        check: "Reported stolen",
        gives: "Whether the vehicle was reported stolen, with a VIN check",
        consent: consentOf("vin"),
        price: "stolen-total",
      },
      {
        check: catalogue.license_number.label,
        gives: "Make, model and category; the owner only if they agree",
        consent: "For the owner",
        price: "plate-total",
      },
    ],
  },
  {
    id: "answers",
    title: answersTitle,
    rows: answerTypes.map((type) => ({
      check: catalogue[type].label,
      gives: answers[type],
      consent: consentOf(type),
      price: `${type}-total` as const,
    })),
  },
];

/** Every check: what it gives, whether the person is asked, and its total price. On phones each row has three lines. */
export function PriceTable() {
  // explicit roles, because some screen readers drop those of a table whose rows are laid out as blocks
  return (
    <table className={styles.table} role="table">
      <caption className="only-heard">Checks and prices</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Check
          </th>
          <th scope="col" role="columnheader">
            What you get
          </th>
          <th scope="col" role="columnheader">
            Consent
          </th>
          <th scope="col" role="columnheader" className={styles.price}>
            Price
          </th>
        </tr>
      </thead>
      {groups.map(({ id, title, rows }) => (
        <tbody key={id} role="rowgroup">
          <tr role="row" className={styles.group}>
            <th scope="rowgroup" role="rowheader" colSpan={4}>
              <a href={`#${id}`}>{title}</a>
            </th>
          </tr>
          {rows.map(({ check, gives, consent, price, per }) => (
            <tr key={check} role="row">
              <th scope="row" role="rowheader">
                {check}
              </th>
              <td role="cell" className={styles.gives}>
                {gives}
              </td>
              <td role="cell" className={styles.consent}>
                <span className={styles.onPhone}>Consent: </span>
                {consent}
              </td>
              <td role="cell" className={styles.price}>
                <PriceAmount name={price} />
                {per && <span className={styles.per}>{per}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
