import { brand } from "../../brand.ts";
import { EmailLink } from "./EmailLink.tsx";
import { TextPage } from "./TextPage.tsx";

/** Contact addresses, from the brand's settings [LAND-19]. */
export function Contact() {
  return (
    <TextPage title="Contact" lead="Write to us. A person reads it." pairs>
      <section>
        <h2>Help with a request, a payment or your account</h2>
        <p>
          <EmailLink to={brand.contactEmail} />
        </p>
        <p>
          Give us the transaction number (it begins with EA) or the day and time. Never send a NIN, a BVN, a password or
          a one-time code: we do not need them to help you, and we never ask for them.
        </p>
      </section>
      <section>
        <h2>Someone else may be using your account</h2>
        <p>
          Sign in, open your profile, sign the other places out and set a new password. If you cannot get in, write to{" "}
          <EmailLink to={brand.contactEmail} /> from the mail address of the account.
        </p>
      </section>
      <section>
        <h2>Your personal data</h2>
        <p>
          <EmailLink to={brand.privacyEmail} />
        </p>
        <p>
          Our data protection officer reads this: for a question about data we hold on you, or to complain about how it
          was handled. The <a href="/privacy_policy">privacy policy</a> lists your rights and says where else you can
          complain.
        </p>
      </section>
      <section>
        <h2>You received a message from us</h2>
        <p>
          The message names who asks about you and why. You do not have to answer: without one, nothing opens and the
          question ends after 24 hours. If you do not know who asks, say so on the page the message links to.
        </p>
      </section>
      {brand.postalAddress && (
        <section>
          <h2>By post</h2>
          <p>{brand.postalAddress}</p>
        </section>
      )}
    </TextPage>
  );
}
