import { brand } from "../../brand.ts";
import { chargeOutcomes, recordRetention } from "../policy-facts.ts";
import { EmailLink } from "./EmailLink.tsx";
import { TextPage } from "./TextPage.tsx";
import { PolicyVersion } from "./PolicyVersion.tsx";

/** The terms. A change of meaning changes `brand.policyVersion` [LAND-12]. */
export function TermsOfService() {
  return (
    <TextPage
      title="Terms of Service"
      lead={<PolicyVersion />}
      contents={[
        ["service", "The service"],
        ["account", "Your account"],
        ["asking", "Checking people"],
        ["price", "Prices and payment"],
        ["refunds", "Refunds"],
        ["results", "Results"],
        ["keeping", "How long you can see results"],
        ["data", "Personal data"],
        ["misuse", "Misuse"],
        ["liability", "Liability"],
        ["end", "Ending, changes and law"],
      ]}
    >
      <h2 id="service">The service</h2>
      <p>
        {brand.name} is an aggregator of agency data. For each check you order, we request the data from the agency,
        register or bureau that keeps it and show you the result. We have no register of our own.
      </p>

      <h2 id="account">Your account</h2>
      <ul>
        <li>
          You must be 18 or older and give true details. To open a business account, you must be authorised to act for
          the business.
        </li>
        <li>
          Keep your password to yourself. You are responsible for what is done from your account until you report a
          problem to us.
        </li>
        <li>You can pay and run checks only after you confirm your email.</li>
        <li>
          Tell us immediately at <EmailLink to={brand.contactEmail} /> if someone else may be using your account. In
          your profile you can see and sign out all devices.
        </li>
      </ul>

      <h2 id="asking">Checking people</h2>
      <p>
        You may check a person only for a real and lawful reason, and you must say which. The person sees your name and
        your reason. Without their consent you see nothing. You may use the result only for the reason you gave, may not
        share it, and must follow the Nigeria Data Protection Act 2023 with any copy you make. You may not check anyone
        under 18.
      </p>
      <p>
        The person may refuse, may not reply, and may withdraw consent. We are not responsible for that. If they
        withdraw later, your access ends and there is no refund.
      </p>

      <h2 id="price">Prices and payment</h2>
      <ul>
        <li>You see the price with tax and charges before you pay. It is fixed for 15 minutes.</li>
        <li>You pay per check, in naira or US dollars, from your wallet or through our payment provider.</li>
        <li>You pay for the check, not for a particular result.</li>
        <li>
          You have a wallet in naira and one in US dollars. We do not convert money between them. You can use them only
          to pay for checks here, and they earn no interest.
        </li>
        <li>
          A payment counts once, when our payment provider confirms it. If it is confirmed late, after the purchase has
          expired or was paid in another way, the money goes to your wallet.
        </li>
        <li>You get a receipt for every payment by email, and as a PDF in your transaction log.</li>
      </ul>

      <h2 id="refunds">Refunds</h2>
      <p>
        <strong>No refund</strong> is given if the check was done as ordered:
      </p>
      <ul>
        <li>{chargeOutcomes.kept[0]};</li>
        <li>the number or name you entered was wrong, or has no record;</li>
        <li>the person refused, or did not reply within 24 hours.</li>
      </ul>
      <p>
        <strong>We refund the full price of the check to your wallet</strong>, automatically and in the currency you
        paid in, if:
      </p>
      <ul>
        {chargeOutcomes.refunded.map((line) => (
          <li key={line}>{line.charAt(0).toLowerCase() + line.slice(1)};</li>
        ))}
      </ul>
      <p>
        If you paid for several checks together, this applies to each one separately. We notify you, and your
        transaction log shows the refund.
      </p>

      <h2 id="results">Results</h2>
      <p>
        A result is the source's record at that time, in its own words. We do not check, change or complete it, and do
        not promise that it is correct, complete or up to date. Only the agency or bureau that keeps the record can
        correct errors. Do not decide about a person on a result alone.
      </p>

      <h2 id="keeping">How long you can see results</h2>
      <ul>
        {recordRetention.map((row) => (
          <li key={row.what}>
            <strong>{row.what}.</strong> {row.howLong}
          </li>
        ))}
      </ul>
      <p>After that, neither you nor we can restore a result. You pay again for a new check.</p>

      <h2 id="data">Personal data</h2>
      <p>
        The <a href="/privacy_policy">privacy policy</a> is part of these terms. It says what data we use, on what legal
        basis, and what rights you and the people you check have.
      </p>

      <h2 id="misuse">Misuse</h2>
      <p>
        You may not check people out of curiosity, to harass or to discriminate; give a false reason; collect or resell
        data; or try to avoid consent, payment or limits. If you do, we may stop a request, close your account and
        inform the authorities.
      </p>

      <h2 id="liability">Liability</h2>
      <p>
        We are liable for our own faults, as the law says. We are not liable for the contents of a source's records, for
        a source that is down or slow, for a person's answer, or for what you decide with a result. Nothing here limits
        rights that the law does not allow to be limited.
      </p>

      <h2 id="end">Ending, changes and law</h2>
      <p>
        You can stop using the service at any time. Close your account in your profile, and choose there what happens to
        your balance. New terms have a new number and date. If a change affects you, we tell you before it applies. The
        terms you accepted still apply to what you already paid for. The law of the Federal Republic of Nigeria applies.
        We store with your account which version you agreed to.
      </p>
    </TextPage>
  );
}
