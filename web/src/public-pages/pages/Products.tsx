import { catalogue } from "@idanimo/contract/catalogue";
import { profiles } from "@idanimo/contract/checks/check-row";
import { type PurposeCode, purposes } from "@idanimo/contract/consent";
import { allowedPurposes } from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import { LinkButton } from "../../ui/Button.tsx";
import { BankIcon, BuildingIcon, CarIcon, CheckCircleIcon, type IconComponent, PersonIcon } from "../../ui/icons.tsx";
import { DisclosureOfCheck } from "./DisclosureRules.tsx";
import { answersTitle, PriceTable } from "./PriceTable.tsx";
import styles from "./Products.module.css";
import { TextPage } from "./TextPage.tsx";

const formatReasons = (codes: readonly PurposeCode[]) =>
  codes.map((code) => purposes[code].charAt(0).toLowerCase() + purposes[code].slice(1)).join(", ");

const pricesTitle = "Checks and prices";

/** The products, with the catalogue's names [LAND-15]. */
export function Products() {
  return (
    <TextPage
      title="Products"
      lead="You pay once per check. All prices include tax and charges."
      contents={[
        ["prices", pricesTitle],
        ["person", profiles.person.card],
        ["business", profiles.business.card],
        ["credit", profiles.financial.card],
        ["vehicle", profiles.vehicle.card],
        ["answers", answersTitle],
      ]}
    >
      <h2 id="prices">{pricesTitle}</h2>
      <PriceTable />
      <Product id="person" icon={PersonIcon} leave="Consent required">
        {profiles.person.card}
      </Product>
      <p>
        Is this person who they say they are? Search by <strong>{catalogue.nin.label}</strong>, the eleven digits of the
        National Identification Number, or by <strong>{catalogue.phone.label}</strong>. Business accounts can check a
        list at once with <strong>{catalogue.bulk_nin.label}</strong>, a CSV file with one NIN per line.
      </p>
      <ul>
        <li>You give your reason. The person sees your reason and your name.</li>
        <li>We contact them only at the phone number or email in the agency's record.</li>
        <li>If they consent, you see what they agreed to share, for a short time. If not, you see nothing.</li>
        <DisclosureOfCheck type="nin" />
        <DisclosureOfCheck type="phone" />
        <DisclosureOfCheck type="bulk_nin" />
        <li>Everyone on a list is asked individually.</li>
      </ul>
      <Product id="business" icon={BuildingIcon} leave="No consent needed">
        {profiles.business.card}
      </Product>
      <p>
        Does this company exist, and who owns it? Search by <strong>{catalogue.rc.label}</strong> or{" "}
        <strong>{catalogue.business_name.label}</strong>. The record comes from the public register, so no consent is
        needed.
      </p>
      <Product id="credit" icon={BankIcon} leave="Consent required">
        {profiles.financial.card}
      </Product>
      <p>
        How does this person handle loans? Search by <strong>{catalogue.bvn.label}</strong>, the Bank Verification
        Number, and choose one, two or three bureaus: First Central, CRC and Credit Registry. Each bureau is charged
        separately. The person must consent first. The reasons you can choose are{" "}
        {formatReasons(allowedPurposes("bvn"))}.
      </p>
      <ul>
        <DisclosureOfCheck type="bvn" />
      </ul>
      <Product id="vehicle" icon={CarIcon} leave="Consent needed for owner details only">
        {profiles.vehicle.card}
      </Product>
      <p>
        What is this car, and is it safe to buy? Search by <strong>{catalogue.vin.label}</strong>, the seventeen
        characters on the chassis, or by <strong>{catalogue.license_number.label}</strong>. With a VIN you can also
        check whether the vehicle was reported stolen. A registration number shows the vehicle at once. Its owner&apos;s
        name, phone number and address are shown only after they agree; asking them is free.
      </p>
      <Product id="answers" icon={CheckCircleIcon} leave="Consent required, except for a vehicle">
        {answersTitle}
      </Product>
      <p>
        Need one answer, not the full record? Ask one question and pay less. You see yes, close or no, and nothing else.
        The person reads your question and can see the answer before they decide. If the source cannot answer, we refund
        your wallet.
      </p>
      <h2>Service status</h2>
      <p>
        A source may be down or slow. The form tells you before you pay, and you cannot pay for a check we cannot run.
        Data comes directly from public agencies and credit bureaus. We don't own or alter it.
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
