import { brand } from "../../brand.ts";
import { keeping } from "../facts.ts";
import { Mail } from "./Mail.tsx";
import { Text } from "./Text.tsx";
import { Version } from "./Version.tsx";

/** The privacy policy. A change of meaning changes `brand.policyVersion`. Source: A§1, B§1, design 2. */
export function PrivacyPolicy() {
  return (
    <Text
      title="Privacy policy"
      lead={<Version />}
      contents={[
        ["short", "In short"],
        ["who", "Who we are"],
        ["what", "What we handle"],
        ["why", "Why, and on what ground"],
        ["consent", "Consent of the person looked up"],
        ["keep", "How long we keep it"],
        ["share", "Who receives it"],
        ["rights", "Your rights"],
        ["minors", "People under 18"],
        ["safe", "How it is protected"],
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
        Questions about personal data: <Mail to={brand.privacyEmail} />.
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
          What you asked for and why, what you paid, and the balance of your wallet. Card details go to the payment
          provider only.
        </li>
        <li>The network address and kind of device you sign in from, to protect the account.</li>
      </ul>
      <h3>If you are the person looked up</h3>
      <ul>
        <li>The number that was typed to find your record: NIN, BVN or phone number.</li>
        <li>The record the agency or bureau sends, until it is erased.</li>
        <li>Your phone number or mail from that record, to ask you.</li>
        <li>Your answer, when you gave it and by which way, as evidence.</li>
      </ul>

      <h2 id="why">Why, and on what ground</h2>
      <ul>
        <li>
          <strong>To carry out what you ordered and were charged for</strong>: your account, wallet, payments and
          requests. Ground: our contract with you.
        </li>
        <li>
          <strong>To show a person's record to somebody who asks</strong>. Ground: that person's consent, given before
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
          <strong>To prevent fraud and misuse</strong>. Ground: legitimate interest, with limits on how often one person
          may be asked about.
        </li>
      </ul>
      <p>We make no decision about you by machine alone. Whoever asked decides what to do with what they see.</p>

      <h2 id="consent">Consent of the person looked up</h2>
      <p>
        For a search by NIN, phone number or BVN we ask the person the record is about. The question names who asks, the
        reason, what would be shown and for how long. We send it only to a contact in the agency's own record. The
        person has 24 hours. A no, or no answer, means that nothing is shown. A yes can be withdrawn while the record is
        open: access then ends at once and the record is erased.
      </p>
      <p>Company registers are public. Vehicle searches ask nobody; they show what the vehicle source gives.</p>

      <h2 id="keep">How long we keep it</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          {keeping.map((row) => (
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
            <td>That somebody asked about you: who, why, when and the outcome, without your record</td>
            <td>12 months, so that you can see it.</td>
          </tr>
          <tr>
            <td>Your account</td>
            <td>As long as you have it.</td>
          </tr>
          <tr>
            <td>Payments and the record of who did what</td>
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
        <li>The agency, bureau or register that is asked; it receives the number to look up.</li>
        <li>Our payment provider, and the services that carry our mails and SMS, for that purpose alone.</li>
        <li>An authority, where the law obliges us.</li>
      </ul>
      <p>
        Where one of these works outside Nigeria, data goes there only as the Act allows. We do not sell personal data.
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
        <li>complain to us, and to the Nigeria Data Protection Commission.</li>
      </ul>
      <p>
        Write to <Mail to={brand.privacyEmail} />. We must be sure that it is you, so we may ask you to confirm from the
        phone or mail on record. It costs nothing.
      </p>

      <h2 id="minors">People under 18</h2>
      <p>
        A minor is a person under 18. Minors may not hold an account, and their records are not shown. When a record
        turns out to be a minor's, it is not opened, it is erased, and the price goes back to the asker's wallet.
      </p>

      <h2 id="safe">How it is protected</h2>
      <p>
        Connections are encrypted. Records and the values searched are encrypted where they are stored, with the keys in
        another place. Access is logged in a way that shows when a line was changed or removed. If a breach puts you at
        risk, we tell you and the Nigeria Data Protection Commission as the Act demands.
      </p>

      <h2 id="device">What we store on your device</h2>
      <ul>
        <li>One cookie that keeps you signed in. It ends when you sign out, when you are idle, or after 12 hours.</li>
        <li>Your mail address for 7 days, only if you tick “Remember me”.</li>
        <li>Your theme, your name for the bar, and where you stand in a payment, until you sign out.</li>
        <li>A code from the link that brought you here, if it carried one.</li>
      </ul>
      <p>Never a password, an identity number or a record. There are no cookies of others on our own pages.</p>

      <h2 id="changes">Changes</h2>
      <p>A new version carries a new number and date. When a change matters for you, we tell you before it applies.</p>
    </Text>
  );
}
