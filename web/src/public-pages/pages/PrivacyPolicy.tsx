import { brand } from "../../brand.ts";
import { recordRetention, accountRetention, subjectRetention, browserStorage, processors } from "../policy-facts.ts";
import { DisclosureTables } from "./DisclosureRules.tsx";
import { EmailLink } from "./EmailLink.tsx";
import { TextPage } from "./TextPage.tsx";
import { PolicyVersion } from "./PolicyVersion.tsx";

/** The privacy policy. A change of meaning changes `brand.policyVersion` [LAND-12]. */
export function PrivacyPolicy() {
  return (
    <TextPage
      title="Privacy policy"
      lead={<PolicyVersion />}
      contents={[
        ["short", "In short"],
        ["who", "Who we are"],
        ["what", "What we collect"],
        ["why", "Why we use it, and our legal basis"],
        ["consent", "Consent of the person being checked"],
        ["keep", "How long we keep it"],
        ["share", "Who receives it"],
        ["abroad", "Outside Nigeria"],
        ["rights", "Your rights"],
        ["complain", "Complaints"],
        ["minors", "People under 18"],
        ["safe", "How it is protected"],
        ["breach", "If something goes wrong"],
        ["device", "What we store on your device"],
        ["changes", "Changes"],
      ]}
    >
      <h2 id="short">In short</h2>
      <ul>
        <li>We check the records of public agencies and credit bureaus, one check at a time.</li>
        <li>A person's record opens only after that person has consented.</li>
        <li>We delete records after hours or days, as listed below.</li>
        <li>We sell no data and use no advertising or tracking scripts.</li>
      </ul>

      <h2 id="who">Who we are</h2>
      <p>
        {brand.name} is an aggregator of agency data for identity verification in Nigeria. This policy follows the
        Nigeria Data Protection Act 2023. For your account with us, we are the data controller. For a record that you
        request, you decide the reason for the check and are responsible for it. We are responsible for asking the
        person, for delivering the record safely and for deleting it on time. The agency or bureau remains responsible
        for the data in its records.
      </p>
      <p>
        Questions about personal data? Write to our data protection officer: <EmailLink to={brand.privacyEmail} />.
        {brand.postalAddress && ` Post: ${brand.postalAddress}.`}
      </p>

      <h2 id="what">What we collect</h2>
      <h3>If you have an account</h3>
      <ul>
        <li>
          Your name, email and phone number. For a business, also its name, RC number, office address and your role.
        </li>
        <li>Your NIN if you sign up for a business, stored encrypted and shown masked.</li>
        <li>Your password, only as a hash, so that no one can read it.</li>
        <li>
          If you use them: your picture, the public part of your passkeys, the secret of your authenticator app
          (encrypted), and your account number at Google or Facebook. From Google or Facebook we take only your name and
          confirmed email.
        </li>
        <li>
          Your checks and reasons, your payments, and your wallet balance. Card details go only to the payment provider.
        </li>
        <li>The IP address, country and kind of device you sign in from, to protect your account.</li>
        <li>Your notices. If you turn on notifications, an address to reach your device.</li>
        <li>A code from an advertisement or partner link, if you came from one. It says nothing about you.</li>
      </ul>
      <h3>If someone checks you</h3>
      <ul>
        <li>The number used to find your record: NIN, BVN or phone number.</li>
        <li>The record from the agency or bureau, until we delete it.</li>
        <li>Your phone number or email from that record, to ask for your consent.</li>
        <li>
          Your answer as evidence: when, how and in which language you gave it, which parts we offered and which you
          chose. Never the contents of those parts.
        </li>
      </ul>

      <h2 id="why">Why we use it, and our legal basis</h2>
      <ul>
        <li>
          <strong>To provide what you pay for</strong>: your account, wallet, payments and checks. Legal basis: our
          contract with you.
        </li>
        <li>
          <strong>To show a person's record to the person who checks them</strong>. Legal basis: consent of the person
          on the record, given before anything is shown.
        </li>
        <li>
          <strong>To ask that person for consent</strong>. Legal basis: our legitimate interest, and theirs, that no
          record opens without their knowledge.
        </li>
        <li>
          <strong>To keep accounts and evidence, and to answer authorities</strong>. Legal basis: legal obligation.
        </li>
        <li>
          <strong>
            To send notifications to your device, to remember your email, and to let you sign in with Google or Facebook
          </strong>
          . Legal basis: your consent, which you give each time. You can withdraw it for each.
        </li>
        <li>
          <strong>To prevent fraud and misuse</strong>. Legal basis: legitimate interest, with limits on how often one
          person can be asked.
        </li>
      </ul>
      <p>We make no automated decisions about you. The person who checked you decides what to do with what they see.</p>

      <h2 id="consent">Consent of the person being checked</h2>
      <p>
        For a check by NIN, phone number or BVN, we ask the person on the record. The request says who is asking, the
        reason, what will be shown and for how long. We send it only to a contact in the agency's own record. The person
        has 24 hours to reply. If they refuse or don't reply, nothing is shown.
      </p>
      <p>
        The reason limits what can be shown, and it cannot be changed after payment. Some parts of the record are always
        shown, because the check needs them. Other parts are shown only if the person adds them on the page. No box is
        ticked for them. A YES by SMS shows only the parts that are always shown. We destroy the parts that were not
        chosen, and never store parts that the reason does not allow.
      </p>
      <p>
        The person can withdraw consent at any time while the record is open, as easily as they gave it: on the page
        where they gave it, in <a href="/my-data">My data</a>, or by SMS with NO and the code of the request, or STOP
        for all requests. Access then ends immediately and we delete the record.
      </p>
      <h3 id="parts">What each reason can show</h3>
      <DisclosureTables />
      <p>
        Company registers are public. Vehicle checks need no consent. The owner's name, phone number and address are
        shown only if the owner consents.
      </p>

      <h2 id="keep">How long we keep it</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          {recordRetention.map((row) => (
            <tr key={row.what}>
              <td>{row.what}</td>
              <td>{row.howLong}</td>
            </tr>
          ))}
          <tr>
            <td>After a refusal or withdrawal</td>
            <td>The record is deleted immediately.</td>
          </tr>
          <tr>
            <td>
              That you were asked, who asked, the kind of reason, and your answer and its time, without your record
            </td>
            <td>As evidence, for as long as the law requires.</td>
          </tr>
          {subjectRetention.map((row) => (
            <tr key={row.what}>
              <td>{row.what}</td>
              <td>{row.howLong}</td>
            </tr>
          ))}
          {accountRetention.map((row) => (
            <tr key={row.what}>
              <td>{row.what}</td>
              <td>{row.howLong}</td>
            </tr>
          ))}
          <tr>
            <td>Payments and the audit log</td>
            <td>As long as the law requires. They do not contain anyone's record.</td>
          </tr>
        </tbody>
      </table>
      <p>
        Each record is encrypted with its own key. To delete it we first destroy the key, so that copies in backups can
        no longer be read. Only the last two characters of a search remain.
      </p>

      <h2 id="share">Who receives it</h2>
      <ul>
        <li>The person or business that asked, after consent.</li>
        <li>An authority, where the law requires it.</li>
        <li>Companies that work for us, each only for its purpose and under a contract:</li>
      </ul>
      <table>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Receives</th>
          </tr>
        </thead>
        <tbody>
          {processors.map((row) => (
            <tr key={row.who}>
              <td>{row.who}</td>
              <td>{row.receives}</td>
            </tr>
          ))}
          <tr>
            <td>Google or Facebook, only if you sign in with them</td>
            <td>that you signed in here, and what their script on the sign-in pages can see of your browser</td>
          </tr>
          <tr>
            <td>The maker of your browser, only if you turn on notifications for a device</td>
            <td>that something happened, never names or amounts</td>
          </tr>
        </tbody>
      </table>
      <p>
        We do not sell personal data. The person who checks you pays us for the check, and sees your data only with your
        consent.
      </p>

      <h2 id="abroad">Outside Nigeria</h2>
      <p>
        Agencies, registers and bureaus are in Nigeria. Some companies that work for us, such as email or notification
        providers, may use computers in other countries. We send data there only as sections 41 to 43 of the Act allow:
        to a country whose law protects it well enough, under a contract that does, or with your consent. Ask our data
        protection officer which applies to you.
      </p>

      <h2 id="rights">Your rights</h2>
      <p>Under the Nigeria Data Protection Act 2023, whether you have an account or someone checked you, you can:</p>
      <ul>
        <li>know what data we have about you and get a copy in a common format;</li>
        <li>have it corrected. The agency must correct its own record; we tell you which agency;</li>
        <li>have it deleted, or its use restricted;</li>
        <li>object to its use;</li>
        <li>withdraw your consent at any time, as easily as you gave it;</li>
        <li>have a person review an automated decision (we make none);</li>
        <li>complain to us or to the Commission.</li>
      </ul>
      <p>
        If someone checked you, you don't need an account: in <a href="/my-data">My data</a> you can see who asked about
        you and what they saw, withdraw your consent, block people, get a copy and write to us. If you have an account,
        you can download your data or close the account in your profile. If a closed account checked people, we keep its
        name encrypted for twelve months, so that those people can still see who asked. We publish how often people
        agree and whether we delete on time in our <a href="/transparency">transparency report</a>.
      </p>
      <p>
        Or write to <EmailLink to={brand.privacyEmail} />. It is free. We may ask you to confirm from the phone or email
        on record that it is you. We reply within 30 days, and tell you if it takes longer and why.
      </p>

      <h2 id="complain">Complaints</h2>
      <p>
        You can complain to us first: <EmailLink to={brand.privacyEmail} />. You don't have to. You can complain at any
        time to the Nigeria Data Protection Commission, at <a href="https://ndpc.gov.ng">ndpc.gov.ng</a>, and you can go
        to court.
      </p>

      <h2 id="minors">People under 18</h2>
      <p>
        A minor is a person under 18. Minors may not have an account, and we do not show their records. If a record
        belongs to a minor, we delete it without showing it and refund the person who paid.
      </p>

      <h2 id="safe">How it is protected</h2>
      <p>
        Connections are encrypted. Stored records and searches are encrypted, and the keys are kept separately. Access
        is recorded in a log that shows if an entry was changed or removed. You can protect your account with a passkey
        or a second step, see which devices are signed in, and sign them out.
      </p>

      <h2 id="breach">If something goes wrong</h2>
      <p>
        If personal data is lost or stolen and this may harm people, we inform the Nigeria Data Protection Commission
        within 72 hours of finding out. If it is likely to seriously harm you, we tell you immediately, in plain words:
        what happened, what it may mean for you, and what you can do.
      </p>

      <h2 id="device">What we store on your device</h2>
      <p>
        We store only what the service needs. None of it tracks you. We never store a password, an identity number or a
        record on your device.
      </p>
      <h3>Cookies</h3>
      <StorageTable rows={browserStorage.cookies} />
      <h3>In your browser's storage</h3>
      <StorageTable rows={browserStorage.storage} />
      <p>
        After you sign in, your browser also stores a small program of ours. It shows a page when you are offline, and
        notifications if you turn them on. It contains only that page and its files, the same for every user. Until: you
        clear the data of this site. We do not store it on a shared computer.
      </p>
      <p>
        Your own device does the security check on the sign-in pages. If the operator of this service uses another
        company's security check, it loads on those pages.
      </p>
      <p>
        If you can sign in with Google or Facebook, their scripts load on the sign-in and sign-up pages and may set
        their own cookies there. They load on no other page, and never with a payment or a record.
      </p>

      <h2 id="changes">Changes</h2>
      <p>Each new version has a new number and date. If a change affects you, we tell you before it applies.</p>
    </TextPage>
  );
}

type StorageTableProps = { readonly rows: typeof browserStorage.cookies | typeof browserStorage.storage };

function StorageTable({ rows }: StorageTableProps) {
  return (
    <dl>
      {rows.map(({ names, why, until }) => (
        <div key={names[0]}>
          <dt>{names.join(", ")}</dt>
          <dd>
            {why} <span className="quiet">Until: {until}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
