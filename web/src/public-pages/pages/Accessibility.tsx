import { brand } from "../../brand.ts";
import { formatCalendarDay } from "@idanimo/contract/date-format";
import { EmailLink } from "./EmailLink.tsx";
import { TextPage } from "./TextPage.tsx";

/** The accessibility statement, and how to report a problem. */
export function Accessibility() {
  return (
    <TextPage
      title="Accessibility"
      lead={`${brand.name} should work for everybody who has to prove or check something.`}
    >
      <h2>What we aim for</h2>
      <p>
        The Web Content Accessibility Guidelines 2.2, level AA. We believe that we meet them, apart from what is listed
        below. We tested this ourselves; no one else has audited us yet.
      </p>
      <h2>What we test, with every change</h2>
      <ul>
        <li>Every screen with an automatic checker (axe), on a phone and at a desk, in both themes.</li>
        <li>
          On every screen, that each stop of the keyboard shows where you are, is not hidden under a bar or a message,
          and is at least 24 by 24 pixels or stands well apart.
        </li>
        <li>
          Each main job with the keyboard alone: opening an account, signing in with a second step, adding money, asking
          and paying, answering as the person asked, searching, and setting a password.
        </li>
        <li>Every screen 320 pixels wide, and with letters, words and lines set further apart.</li>
        <li>That nothing moves when your device asks for less motion.</li>
      </ul>
      <p>
        By eye we looked at the screens enlarged to 200 % and in a high contrast mode. All tests use Chromium; we have
        not gone through every screen with a screen reader such as TalkBack, NVDA or VoiceOver.
      </p>
      <h2>What you can expect</h2>
      <ul>
        <li>Everything can be done with a keyboard alone, and you always see where you are.</li>
        <li>Every field, button and message has a name that a screen reader speaks.</li>
        <li>Colour is never the only sign: a word and an icon stand with it.</li>
        <li>Pages can be enlarged to 200 % and fit on a screen 320 pixels wide, without scrolling sideways.</li>
        <li>If your device asks for less motion or for high contrast, we follow.</li>
        <li>Information pages, and the pages where a person is asked for consent, work without JavaScript.</li>
        <li>A person who is asked for consent can also answer by plain SMS.</li>
        <li>To show that you are a person there is no puzzle: your device does it while you type.</li>
        <li>
          A one-time code can be pasted whole, and your device may fill it in. Passwords may be pasted, shown, and
          filled in by a password manager; a passkey needs none.
        </li>
        <li>
          Before you are signed out for want of activity you are warned for 60 seconds and can stay with one press. A
          sign-in ends after 12 hours at the latest, on a computer you call shared after 2: that is for your safety.
        </li>
        <li>Notices come as words in a list; the sound is an addition and can be turned off.</li>
      </ul>
      <h2>What we know does not work well</h2>
      <ul>
        <li>The payment page belongs to our payment provider; we cannot change it. Your wallet can be used instead.</li>
        <li>Reports from vehicle sources come as PDF files that may not be readable by a screen reader.</li>
        <li>
          A notice at the edge of the screen goes after some seconds. What it said stays in the list behind the bell.
        </li>
        <li>Cutting your picture to size by mouse needs dragging. The arrow keys do the same.</li>
        <li>
          On a computer you call shared, the email and password fields tell your browser not to fill them in, so that it
          does not keep them for the next person.
        </li>
        <li>The site is in English; the pages for a person who is asked for consent are also in Nigerian Pidgin.</li>
      </ul>
      <h2>Tell us</h2>
      <p>
        If something is hard to use or cannot be used, write to <EmailLink to={brand.contactEmail} /> and say which page
        and what you use to read it. A person reads it.
      </p>
      <p className="quiet">
        This statement was written on{" "}
        <time dateTime={brand.policyVersion.date}>{formatCalendarDay(brand.policyVersion.date)}</time>.
      </p>
    </TextPage>
  );
}
