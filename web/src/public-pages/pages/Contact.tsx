import { brand } from "../../brand.ts";
import { EmailLink } from "./EmailLink.tsx";
import { TextPage } from "./TextPage.tsx";

/** Contact addresses, from the brand's settings [LAND-19]. */
export function Contact() {
  return (
    <TextPage title="Contact" lead="Email us. A real person replies." pairs>
      <section>
        <h2>Help with a request, a payment or your account</h2>
        <p>
          <EmailLink to={brand.contactEmail} />
        </p>
        <p>
          Tell us the transaction number (it starts with EA) or the date and time. Never send a NIN, BVN, password or
          one-time code. We do not need them, and we never ask for them.
        </p>
      </section>
      <section>
        <h2>Someone else may be using your account</h2>
        <p>
          Sign in, open your profile, sign out all other devices and set a new password. If you cannot sign in, write to{" "}
          <EmailLink to={brand.contactEmail} /> from the email address of the account.
        </p>
      </section>
      <section>
        <h2>Your personal data</h2>
        <p>
          <EmailLink to={brand.privacyEmail} />
        </p>
        <p>
          Our data protection officer reads this address. Write to ask about the data we have about you, or to complain
          about how we handled it. The <a href="/privacy_policy">privacy policy</a> lists your rights and says where
          else you can complain.
        </p>
      </section>
      <section>
        <h2>You got a message from us</h2>
        <p>
          The message says who is asking and why. You don't have to reply. If you don't, nothing is shared and the
          request expires after 24 hours. If you don't know who is asking, report it on the page in the message.
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
