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
        ["what", "What we handle"],
        ["why", "Why, and on what ground"],
        ["consent", "Consent of the person looked up"],
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
        <li>We look up what public agencies and credit bureaus hold, for one person who asks, once.</li>
        <li>Personal records open only after the person they are about has agreed.</li>
        <li>Records are erased after hours or days. How many is written below.</li>
        <li>We sell no data and carry no advertising or tracking scripts.</li>
      </ul>

      <h2 id="who">Who we are</h2>
      <p>
        {brand.name} is an aggregator of agency data for identity verification in Nigeria. This policy follows the
        Nigeria Data Protection Act 2023. For the account you hold with us we are the data controller. For a record that
        you ask for, you decide why it is looked up and are responsible for that reason; we are responsible for asking
        the person, for passing the record on safely and for erasing it in time. The agency or bureau remains
        responsible for what it holds.
      </p>
      <p>
        Our data protection officer answers every question about personal data: <EmailLink to={brand.privacyEmail} />.
        {brand.postalAddress && ` Post: ${brand.postalAddress}.`}
      </p>

      <h2 id="what">What we handle</h2>
      <h3>If you have an account</h3>
      <ul>
        <li>
          Your name, mail address and phone number; for a business also its name, RC number, office address and your
          position.
        </li>
        <li>Your NIN where a business signs up, kept encrypted and shown masked.</li>
        <li>Your password, only as a value it cannot be read back from.</li>
        <li>
          If you use them: your picture, the public part of your passkeys, the secret you share with your authenticator
          app (encrypted), and the number by which Google or Facebook knows you. Of what they know about you we take
          your name and confirmed mail address, nothing else.
        </li>
        <li>
          What you asked for and why, what you paid, and the balance of your wallet. Card details go to the payment
          provider only.
        </li>
        <li>The network address, its country and the kind of device you sign in from, to protect the account.</li>
        <li>Your list of notices. If you ask for it, an address by which we can notify your device.</li>
        <li>A code from an advertisement or partner link, if one brought you here. It says nothing about you.</li>
      </ul>
      <h3>If you are the person looked up</h3>
      <ul>
        <li>The number that was typed to find your record: NIN, BVN or phone number.</li>
        <li>The record the agency or bureau sends, until it is erased.</li>
        <li>Your phone number or mail from that record, to ask you.</li>
        <li>
          Your answer as evidence: when you gave it, by which way and in which language, and which parts we offered and
          you chose. Never what is in them.
        </li>
      </ul>

      <h2 id="why">Why, and on what ground</h2>
      <ul>
        <li>
          <strong>To carry out what you ordered and were charged for</strong>: your account, wallet, payments and
          requests. Ground: our contract with you.
        </li>
        <li>
          <strong>To show a person's record to a person who asks</strong>. Ground: that person's consent, given before
          anything is shown.
        </li>
        <li>
          <strong>To ask that person</strong>. Ground: our legitimate interest, and theirs, that nothing opens without
          them knowing.
        </li>
        <li>
          <strong>To keep accounts and evidence, and to answer authorities</strong>. Ground: legal obligation.
        </li>
        <li>
          <strong>
            To tell your device while no page is open, to remember your mail address, and to let you sign in with Google
            or Facebook
          </strong>
          . Ground: your consent, each time by your own press. You can undo each of them.
        </li>
        <li>
          <strong>To prevent fraud and misuse</strong>. Ground: legitimate interest, with limits on how often one person
          may be asked about.
        </li>
      </ul>
      <p>We make no decision about you by machine alone. The person who asked decides what to do with what they see.</p>

      <h2 id="consent">Consent of the person looked up</h2>
      <p>
        For a search by NIN, phone number or BVN we ask the person the record is about. The request names who asks, the
        reason, what will be shown and for how long. We send it only to a contact in the agency's own record. The person
        has 24 hours. A no, or no answer, means that nothing is shown.
      </p>
      <p>
        The reason limits what can be shown, and it cannot be changed after payment. Some parts of the record are always
        shown, because the check is pointless without them. Other parts are shown only if the person adds them on the
        page: no box is ticked in advance. A YES by SMS shows only the parts that are always shown. What was not chosen
        is destroyed; what the reason does not allow is never stored.
      </p>
      <p>
        Consent can be withdrawn at any time while the record is open, as easily as it was given: on the page where it
        was given, under <a href="/my-data">My data</a>, or by SMS, with NO and the code of the request, or STOP for all
        of them. Access then ends at once and the record is erased.
      </p>
      <h3 id="parts">What each reason can show</h3>
      <DisclosureTables />
      <p>Company registers are public. Vehicle searches need no consent; they show what the vehicle source gives.</p>

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
            <td>After a no or a withdrawal</td>
            <td>Nothing: the record is erased at once.</td>
          </tr>
          <tr>
            <td>
              That you were asked, by whom, for which kind of reason, your answer and its time, without your record
            </td>
            <td>As evidence, for as long as the law on evidence demands.</td>
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
            <td>Payments and the log of who did what</td>
            <td>As long as the law on accounts and evidence demands. These hold no record of a person looked up.</td>
          </tr>
        </tbody>
      </table>
      <p>
        Each record is encrypted with a key of its own. To erase it we destroy the key first, so that copies in backups
        can no longer be read. What remains of a search is its last two characters.
      </p>

      <h2 id="share">Who receives it</h2>
      <ul>
        <li>The one who asked, after the person agreed.</li>
        <li>An authority, where the law obliges us.</li>
        <li>Those who work for us, each for its purpose alone and bound by a contract:</li>
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
            <td>that you signed in here, and what their script on the sign-in pages sees of your browser</td>
          </tr>
          <tr>
            <td>The maker of your browser, only if you turn on notices for a device</td>
            <td>that something happened, never about whom or how much</td>
          </tr>
        </tbody>
      </table>
      <p>We do not sell personal data. Only the person who asks, with your consent, pays us to see it.</p>

      <h2 id="abroad">Outside Nigeria</h2>
      <p>
        Agencies, registers and bureaus are in Nigeria. Some who work for us, such as carriers of mail or notices, may
        have computers elsewhere. Data goes there only as sections 41 to 43 of the Act allow: to a country whose law
        protects it enough, under a contract that does, or with your consent. Ask our data protection officer which it
        is for you.
      </p>

      <h2 id="rights">Your rights</h2>
      <p>Under the Nigeria Data Protection Act 2023, whether you hold an account or were looked up, you may:</p>
      <ul>
        <li>know what we hold about you and receive a copy in a common format;</li>
        <li>have it corrected. A wrong agency record must be corrected by the agency; we tell you which;</li>
        <li>have it erased, or its use restricted;</li>
        <li>object to its use;</li>
        <li>withdraw your consent at any time, as easily as you gave it;</li>
        <li>have a person look at a decision made by machine alone (we make none);</li>
        <li>complain, to us or to the Commission.</li>
      </ul>
      <p>
        If you were looked up, you need no account: under <a href="/my-data">My data</a> you see who asked about you and
        what they saw, withdraw your consent, block people, take a copy and write to us. If you have an account, you
        take your data along or close it in your profile. The name of a closed account that asked about people stays
        sealed for twelve months, for them alone: they may see who asked. How often people agree here and whether we
        delete in time is <a href="/transparency">counted in public</a>.
      </p>
      <p>
        Or write to <EmailLink to={brand.privacyEmail} />. We must be sure that it is you, so we may ask you to confirm
        from the phone or mail on record. It costs nothing. We answer within 30 days, and say so if it takes longer and
        why.
      </p>

      <h2 id="complain">Complaints</h2>
      <p>
        Tell us first if you like: <EmailLink to={brand.privacyEmail} />. You need not. You may complain at any time to
        the Nigeria Data Protection Commission, at <a href="https://ndpc.gov.ng">ndpc.gov.ng</a>, and you may go to
        court.
      </p>

      <h2 id="minors">People under 18</h2>
      <p>
        A minor is a person under 18. Minors may not hold an account, and their records are not shown. When a record
        turns out to be a minor's, it is not opened, it is erased, and the price goes back to the requester's wallet.
      </p>

      <h2 id="safe">How it is protected</h2>
      <p>
        Connections are encrypted. Records and the values searched are encrypted where they are stored, with the keys in
        another place. Access is logged in a way that shows when a line was changed or removed. You can protect your
        account with a passkey or a second step, see where it is signed in, and sign those places out.
      </p>

      <h2 id="breach">If something goes wrong</h2>
      <p>
        If personal data is lost or gets into wrong hands and this may harm people, we tell the Nigeria Data Protection
        Commission within 72 hours of knowing. If it is likely to harm you much, we tell you at once, in plain words:
        what happened, what it may mean for you, and what you can do.
      </p>

      <h2 id="device">What we store on your device</h2>
      <p>
        All of it is needed for something you do here. None of it follows you around. A password, an identity number or
        a record is never among it.
      </p>
      <h3>Cookies</h3>
      <StorageTable rows={browserStorage.cookies} />
      <h3>In your browser's storage</h3>
      <StorageTable rows={browserStorage.storage} />
      <p>
        From the sign-in on your browser also keeps a small program of ours, which shows a page when there is no
        connection, and notices if you turn them on. With it lie that page and the files it is drawn with: they are the
        same for everybody. Until: you clear the data of this site. On a computer that you said is shared there is none.
      </p>
      <p>
        The check that you are a person is done by your own device; where the one who runs this service has chosen
        another company's check, it loads on the sign-in pages.
      </p>
      <p>
        Where signing in with Google or Facebook is offered, their scripts load on the sign-in and sign-up pages, and
        there they may set cookies of their own. They load on no other page: never beside a payment or a record.
      </p>

      <h2 id="changes">Changes</h2>
      <p>A new version carries a new number and date. When a change matters for you, we tell you before it applies.</p>
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
