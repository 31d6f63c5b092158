import { brand } from "../../brand.ts";
import { longDate } from "../../lib/format.ts";
import { Mail } from "./Mail.tsx";
import { Text } from "./Text.tsx";

/** What works for whom, and how to tell us where it does not. */
export function Accessibility() {
  return (
    <Text title="Accessibility" lead={`${brand.name} should work for everybody who has to prove or check something.`}>
      <h2>What we aim for</h2>
      <p>
        The Web Content Accessibility Guidelines 2.2, level AA. We look at each page with an automatic checker in both
        themes and by keyboard. We have not been audited by somebody else yet.
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
          Before you are signed out for want of activity you are warned for 60 seconds and can stay with one press.
        </li>
        <li>Notices come as words in a list; the sound is an addition and can be turned off.</li>
      </ul>
      <h2>What we know does not work well</h2>
      <ul>
        <li>The payment page belongs to our payment provider; we cannot mend it. Your wallet can be used instead.</li>
        <li>Reports from vehicle sources come as PDF files that may not be readable by a screen reader.</li>
        <li>The site is in English only.</li>
      </ul>
      <h2>Tell us</h2>
      <p>
        If something is hard to use or cannot be used, write to <Mail to={brand.contactEmail} /> and say which page and
        what you use to read it.
      </p>
      <p className="quiet">
        This statement was written on{" "}
        <time dateTime={brand.policyVersion.date}>{longDate(brand.policyVersion.date)}</time>.
      </p>
    </Text>
  );
}
