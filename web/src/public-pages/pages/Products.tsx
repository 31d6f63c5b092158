import { type AnswerType, answerTypes, catalogue } from "@idanimo/contract/catalogue";
import { profiles } from "@idanimo/contract/checks/check-row";
import type { PublicPriceName } from "@idanimo/contract/pricing";
import { type PurposeCode, purposes } from "@idanimo/contract/consent";
import { allowedPurposes } from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import { LinkButton } from "../../ui/Button.tsx";
import { BankIcon, BuildingIcon, CarIcon, CheckCircleIcon, type IconComponent, PersonIcon } from "../../ui/icons.tsx";
import { DisclosureOfCheck } from "./DisclosureRules.tsx";
import { PriceAmount } from "./PriceAmount.tsx";
import styles from "./Products.module.css";
import { TextPage } from "./TextPage.tsx";

const formatReasons = (codes: readonly PurposeCode[]) =>
  codes.map((code) => purposes[code].charAt(0).toLowerCase() + purposes[code].slice(1)).join(", ");

const answersTitle = "One question, one answer";
const answerPrice = (type: AnswerType) => [catalogue[type].label, `${type}-total`] as const;

/** The products, with the catalogue's names [LAND-15]. */
export function Products() {
  return (
    <TextPage
      title="Products"
      lead="Each check asks an agency's record once and is paid for once. Tax and charges are in every price."
      contents={[
        ["person", profiles.person.card],
        ["business", profiles.business.card],
        ["credit", profiles.financial.card],
        ["vehicle", profiles.vehicle.card],
        ["answers", answersTitle],
      ]}
    >
      <Product id="person" icon={PersonIcon} leave="They are asked first">
        {profiles.person.card}
      </Product>
      <p>
        Is this person who they say they are? Search by <strong>{catalogue.nin.label}</strong>, the eleven digits of the
        National Identification Number, or by <strong>{catalogue.phone.label}</strong>. Business accounts can check a
        list at once with <strong>{catalogue.bulk_nin.label}</strong>, a CSV file with one number a line.
      </p>
      <ul>
        <li>You say why you ask. The person reads your reason and your name.</li>
        <li>We reach them only at the phone number or email in the agency's record.</li>
        <li>If they consent, you see the parts they agreed to, for a short time. If not, you see nothing.</li>
        <DisclosureOfCheck type="nin" />
        <DisclosureOfCheck type="phone" />
        <DisclosureOfCheck type="bulk_nin" />
        <li>In a list, each person is asked for themselves.</li>
      </ul>
      <Prices
        of={[
          [catalogue.nin.label, "nin-total"],
          [catalogue.phone.label, "phone-total"],
          [`${catalogue.bulk_nin.label}, for each number`, "nin-total"],
        ]}
      />
      <Product id="business" icon={BuildingIcon} leave="No consent needed">
        {profiles.business.card}
      </Product>
      <p>
        Does this company exist, and who stands behind it? Search by <strong>{catalogue.rc.label}</strong> or{" "}
        <strong>{catalogue.business_name.label}</strong>. The record comes from the public register, so no consent is
        needed.
      </p>
      <Prices
        of={[
          [`${catalogue.rc.label} or ${catalogue.business_name.label}`, "company-total"],
          ["Who stands behind it, if you ask for it", "stakeholders-total"],
        ]}
      />
      <Product id="credit" icon={BankIcon} leave="They are asked first">
        {profiles.financial.card}
      </Product>
      <p>
        How does this person handle loans? Search by <strong>{catalogue.bvn.label}</strong>, the Bank Verification
        Number, and choose one, two or three bureaus: First Central, CRC and Credit Registry. Each bureau is charged
        separately. The person is asked first. The reasons for it are {formatReasons(allowedPurposes("bvn"))}.
      </p>
      <ul>
        <DisclosureOfCheck type="bvn" />
      </ul>
      <Prices of={[[`${catalogue.bvn.label}, for each bureau`, "bvn-total"]]} />
      <Product id="vehicle" icon={CarIcon} leave="Only its owner is asked">
        {profiles.vehicle.card}
      </Product>
      <p>
        What is this car, and is it safe to buy? Search by <strong>{catalogue.vin.label}</strong>, the seventeen
        characters on the chassis, or by <strong>{catalogue.license_number.label}</strong>. With the VIN you can add a
        check against reports of stolen vehicles. A registration number shows the vehicle at once. Its owner&apos;s
        name, phone number and address are shown only after they agree; asking them is free.
      </p>
      <Prices
        of={[
          [catalogue.vin.label, "vin-total"],
          ["Reported stolen, with the VIN", "stolen-total"],
          [catalogue.license_number.label, "plate-total"],
        ]}
      />
      <Product id="answers" icon={CheckCircleIcon} leave="They are asked first, except about a vehicle">
        {answersTitle}
      </Product>
      <p>
        Do you need one answer and not the whole record? Ask one question and pay less. You see yes, close or no, and
        nothing else. The person reads your question and may see the answer before they decide. If the source cannot
        answer, your money is back.
      </p>
      <Prices of={answerTypes.map(answerPrice)} />
      <h2>What is open to you today</h2>
      <p>
        A source can be closed or slow. The form tells you before you pay, and a check that cannot be done cannot be
        paid for. Results are the source's own words: we pass them on and do not change them.
      </p>
      <p>
        <LinkButton kind="primary" href="/login" className="when-signed-out">
          {texts.verifyIdentity}
        </LinkButton>
        <LinkButton kind="primary" href="/dashboard" className="when-signed-in">
          {texts.verifyIdentity}
        </LinkButton>
      </p>
    </TextPage>
  );
}

/** Total prices. */
function Prices({ of }: { readonly of: readonly (readonly [what: string, amount: PublicPriceName])[] }) {
  return (
    <dl className={styles.prices}>
      {of.map(([what, amount]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <PriceAmount name={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ProductProps = {
  readonly id: string;
  readonly icon: IconComponent;
  readonly leave: string;
  readonly children: string;
};

/** The name of a product, with whether it needs the subject's consent. */
function Product({ id, icon: Icon, leave, children }: ProductProps) {
  return (
    <div className={styles.product}>
      <span className={styles.tile}>
        <Icon size={24} />
      </span>
      <div>
        <h2 id={id}>{children}</h2>
        <p className={styles.leave}>{leave}</p>
      </div>
    </div>
  );
}
