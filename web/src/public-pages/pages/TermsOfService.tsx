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
        ["asking", "Asking about people"],
        ["price", "Prices and payment"],
        ["refunds", "When money comes back"],
        ["results", "Results and what they are worth"],
        ["keeping", "How long results stay"],
        ["data", "Personal data"],
        ["misuse", "Misuse"],
        ["liability", "Liability"],
        ["end", "Ending, changes, law"],
      ]}
    >
      <h2 id="service">The service</h2>
      <p>
        {brand.name} is an aggregator of agency data. For each check you order, we ask the agency, register or bureau
        that holds the data and pass on what it answers. We hold no register of our own.
      </p>

      <h2 id="account">Your account</h2>
      <ul>
        <li>
          You must be 18 or older and give true details. A business account is opened by a person who may act for it.
        </li>
        <li>
          Keep your password to yourself. What is done from your account counts as done by you until you tell us
          otherwise.
        </li>
        <li>Money moves and people are asked only after you have confirmed your mail address.</li>
        <li>
          Tell us at once at <EmailLink to={brand.contactEmail} /> if someone else may be using it. In your profile you
          see where it is signed in and can end that yourself.
        </li>
      </ul>

      <h2 id="asking">Asking about people</h2>
      <p>
        You may look up a person only for a real and lawful reason, and you must say which. The person reads your name
        and your reason. Their consent decides: without it you see nothing. You may use what you see only for the reason
        you gave, may not pass it on, and must follow the Nigeria Data Protection Act 2023 with any copy you make.
        Persons under 18 may not be looked up.
      </p>
      <p>
        The person may say no, may not answer, and may withdraw a yes. None of these is our failure. A later withdrawal
        ends your access, not the charge.
      </p>

      <h2 id="price">Prices and payment</h2>
      <ul>
        <li>The price with tax and charges is shown before you pay and holds for 15 minutes.</li>
        <li>You pay per check, in naira or US dollars, from your wallet or through our payment provider.</li>
        <li>You pay for the asking of the source, not for a particular answer.</li>
        <li>
          You have a wallet in naira and one in US dollars. Money is never changed from one to the other. They pay for
          checks here and bear no interest.
        </li>
        <li>
          What you pay counts when our payment provider confirms it, once, however often it does. A payment that is
          confirmed late, when what it was for has ended or is already paid, goes to your wallet.
        </li>
        <li>For every payment you get a receipt by mail, and as a PDF in your transaction log.</li>
      </ul>

      <h2 id="refunds">When money comes back</h2>
      <p>
        <strong>No refund</strong> is given where the check was done as ordered:
      </p>
      <ul>
        <li>{chargeOutcomes.kept[0]};</li>
        <li>what you typed was wrong, or no record exists for it;</li>
        <li>consent was denied, or was not given within 24 hours.</li>
      </ul>
      <p>
        <strong>The whole price of the check goes back to your wallet</strong>, in the currency you paid in and without
        you asking, where:
      </p>
      <ul>
        {chargeOutcomes.refunded.map((line) => (
          <li key={line}>{line.charAt(0).toLowerCase() + line.slice(1)};</li>
        ))}
      </ul>
      <p>
        Of several checks paid together, each is judged for itself. We notify you, and the transaction log shows it.
      </p>

      <h2 id="results">Results and what they are worth</h2>
      <p>
        A result is what the source held at that moment, in its own words. We do not check, change or complete it, and
        we do not promise that it is right, complete or up to date. Errors must be corrected by the agency or bureau
        that holds the record. A result is one thing to consider: do not let it alone decide about a person.
      </p>

      <h2 id="keeping">How long results stay</h2>
      <ul>
        {recordRetention.map((row) => (
          <li key={row.what}>
            <strong>{row.what}.</strong> {row.howLong}
          </li>
        ))}
      </ul>
      <p>After that a result cannot be brought back, by you or by us. A new check is a new charge.</p>

      <h2 id="data">Personal data</h2>
      <p>
        The <a href="/privacy_policy">privacy policy</a> is part of these terms. It says what we handle, on what ground,
        and which rights you and the people you look up have.
      </p>

      <h2 id="misuse">Misuse</h2>
      <p>
        You may not look up people out of curiosity, to harass or to discriminate; give a false reason; collect or
        resell data; or try to get round consent, payment or limits. We may stop a request, close an account and inform
        the authorities where this happens.
      </p>

      <h2 id="liability">Liability</h2>
      <p>
        We are liable for what we do wrong ourselves, as the law says. We are not liable for what a source holds, for
        its being closed or slow, for a person's answer, or for what you decide with a result. Nothing here limits
        rights that the law does not allow to be limited.
      </p>

      <h2 id="end">Ending, changes, law</h2>
      <p>
        You may stop using the service at any time; you close your account in your profile, and say there what happens
        with a remaining balance. New terms carry a new number and date; when a change matters for you, we tell you
        before it applies. What you paid for stays under the terms you accepted. The law of the Federal Republic of
        Nigeria applies. The number of the version you agreed to is kept with your account.
      </p>
    </TextPage>
  );
}
