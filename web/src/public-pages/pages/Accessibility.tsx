import { brand } from "../../brand.ts";
import { formatCalendarDay } from "@idanimo/contract/date-format";
import { EmailLink } from "./EmailLink.tsx";
import { TextPage } from "./TextPage.tsx";

/** The accessibility statement, and how to report a problem. */
export function Accessibility() {
  return (
    <TextPage
      title="Accessibility"
      lead={`${brand.name} should work for everyone who needs to check or prove something.`}
    >
      <h2>What we aim for</h2>
      <p>
        The Web Content Accessibility Guidelines 2.2, level AA. We believe we meet them, except for the problems listed
        below. We tested this ourselves; there is no independent audit yet.
      </p>
      <h2>What we test with every change</h2>
      <ul>
        <li>Every screen with an automatic checker (axe), on a phone and on a computer, in light and dark.</li>
        <li>
          Every screen by keyboard: each control shows the focus, is not covered by a bar or a message, and is at least
          24 by 24 pixels or well separated.
        </li>
        <li>
          Each main task with the keyboard alone: creating an account, signing in with a second step, topping up,
          running and paying for a check, answering a request, searching, and setting a password.
        </li>
        <li>Every screen 320 pixels wide, and with more space between letters, words and lines.</li>
        <li>That nothing moves when your device asks for less motion.</li>
      </ul>
      <p>
        We also looked at the screens at 200% zoom and in high contrast. All tests use Chromium. We have not tested
        every screen with a screen reader such as TalkBack, NVDA or VoiceOver.
      </p>
      <h2>What you can expect</h2>
      <ul>
        <li>You can do everything with a keyboard alone, and always see where you are.</li>
        <li>Every field, button and message has a name that a screen reader speaks.</li>
        <li>Colour is never the only sign: there is always a word or an icon too.</li>
        <li>Pages work at 200% zoom and fit on a screen 320 pixels wide, without scrolling sideways.</li>
        <li>We follow your device's settings for less motion and high contrast.</li>
        <li>Information pages, and the pages where a person is asked for consent, work without JavaScript.</li>
        <li>A person who is asked for consent can also answer by plain SMS.</li>
        <li>The security check has no puzzle: your device does it while you type.</li>
        <li>
          You can paste a one-time code, or let your device fill it in. You can paste and show passwords, and use a
          password manager or a passkey.
        </li>
        <li>
          We warn you for 60 seconds before we sign you out for inactivity, and you can stay with one press. For your
          safety we sign you out after 12 hours at most, or 2 hours on a shared computer.
        </li>
        <li>Notices are text in a list. The sound is extra, and you can turn it off.</li>
      </ul>
      <h2>What we know does not work well</h2>
      <ul>
        <li>
          The payment page belongs to our payment provider, and we cannot change it. You can use your wallet instead.
        </li>
        <li>Vehicle reports are PDF files from the source. A screen reader may not be able to read them.</li>
        <li>Pop-up notices disappear after a few seconds. They stay in the list behind the bell.</li>
        <li>Cropping your picture with a mouse needs dragging. You can use the arrow keys instead.</li>
        <li>
          On a shared computer, the email and password fields tell your browser not to fill them in, so that it does not
          save them for the next person.
        </li>
        <li>The site is in English. The pages for a person who is asked for consent are also in Nigerian Pidgin.</li>
      </ul>
      <h2>Tell us</h2>
      <p>
        If something does not work for you, write to <EmailLink to={brand.contactEmail} />. Tell us which page and which
        device or screen reader you use. A real person replies.
      </p>
      <p className="quiet">
        Last updated on <time dateTime={brand.policyVersion.date}>{formatCalendarDay(brand.policyVersion.date)}</time>.
      </p>
    </TextPage>
  );
}
