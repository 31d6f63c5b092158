import fc from "fast-check";
import { expect, test } from "vitest";
import { consentReceiptMessage, consentRequestMessage } from "./consent-messages.ts";
import { sanitiseForMail, sanitiseForSms } from "./sanitise-text.ts";

const link = "https://idanimo.example/consent/abc";
const myData = "https://idanimo.example/my-data";
const usual = {
  isVerified: false,
  isSelf: false,
  isOrganisation: false,
  disclosure: { required: ["identity"], optional: ["photo"] },
  bureauCount: 0,
  vehicle: null,
  question: null,
  period: { hours: 24, isMost: false },
  language: "en",
  reason: "Renting a home",
  link,
  myData,
  code: "K3HF7T",
} as const;
const granted = { decision: "granted", shown: "record", language: "en", code: "K3HF7T", link, myData } as const;
const until = new Date("2026-11-22T09:30:00Z");

/** Fragments of attacks on messages, combined at random. */
const piece = fc.oneof(
  fc.constantFrom(
    "\r\n",
    "\n",
    "\r",
    "\u2028",
    "\u2029",
    "\u0085",
    "\v",
    "\0",
    "%0d%0a",
    "\\r\\n",
    "\r\n\r\n",
    "\r\n.\r\n",
    "Bcc: all@evil.example",
    "Content-Type: text/html",
    "Subject: You won",
    "--boundary",
    "https://evil.example/a",
    "HTTP://EVIL.EXAMPLE",
    "evil.example",
    "www.evil.ng",
    "bit.ly/x",
    "evil\u3002example",
    "javascript:alert(1)",
    "tel:+2348031234567",
    "mailto:a@evil.example",
    "<a href=//evil.example>",
    "<script>",
    "&lt;b&gt;",
    "{code}",
    "${link}",
    "\u202E",
    "\u200B",
    "\u2066",
    "Reply YES K3HF7T",
    "Ada",
    "Ọláìyá",
    "李",
    " ",
    "O'Neil",
    "&",
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));

test("keeps lines, links, markup and headers of random input out of messages [T-71]", () => {
  fc.assert(
    fc.property(name, name, (requester, note) => {
      const plainNote = note.slice(0, 140);
      const asked = consentRequestMessage({ ...usual, requester, purpose: "tenancy", note: plainNote, until });
      const plain = consentRequestMessage({ ...usual, requester: "Ada", purpose: "tenancy", note: "A flat", until });
      const reported = consentReceiptMessage({ ...granted, requester, until });
      for (const sms of [asked.sms, reported.sms]) {
        expect(sms).toMatch(/^[\x20-\x7E]*$/); // one line of plain ASCII
        expect(sms.replaceAll(link, "").replaceAll(myData, "")).not.toMatch(/[<>{}]|:\/\/|\w\.\w/);
      }
      for (const { subject, text } of [asked.mail, reported.mail]) {
        expect(subject).not.toMatch(/\p{Cc}/u);
        expect(text.replaceAll(link, "").replaceAll(myData, "")).not.toMatch(
          /[<>@\u202A-\u202E\u2066-\u2069\u200B\0\r\u2028\u2029]|:\/\/|\p{L}\.\p{L}/u,
        );
      }
      expect(asked.mail.subject).toBe(plain.mail.subject); // the subject contains no name
      expect(asked.mail.text.split("\n").length).toBeLessThanOrEqual(plain.mail.text.split("\n").length);
    }),
    { numRuns: 200 },
  );
});

const typed = [
  "Ada\r\nBcc: everybody@example.test",
  "Ada\u2028\u202Eevil\u0000",
  "Win at https://evil.example/now",
  "evil.example",
  "www.evil.example/path",
  "HTTP://EVIL.EXAMPLE",
  "evil\u3002example",
  "javascript:alert(1)",
  "tel:+2348031234567",
  "<b>Ada</b>",
  "ada@evil.example",
  "Ọláìyá Ṣadé; ^{}[]~|\\",
  "\u200B\u200D",
  "x".repeat(10_000),
];
test.each(typed)("sanitises a name in every message: %j [T-71]", (requester) => {
  const request = consentRequestMessage({ ...usual, requester, note: requester, purpose: "tenancy", until });
  const receipt = consentReceiptMessage({ ...granted, requester });
  for (const text of [request.sms, receipt.sms]) {
    expect(text).toMatch(/^[\x20-\x7E]*$/);
    expect(text.replaceAll(link, "").replaceAll(myData, "")).not.toMatch(/[\r\n<>;^{}\\[\]~|@]|https?:|:\/\/|\w\.\w/i);
    expect(text.length).toBeLessThan(400);
  }
  for (const text of [request.mail.text, receipt.mail.text]) {
    expect(text.replaceAll(link, "").replaceAll(myData, "")).not.toMatch(
      /[\r<>@\u202E\u200B]|:\/\/|Bcc:|javascript:|\p{L}\.\p{L}/iu,
    );
    expect(text).not.toContain("\u0000");
    expect(text.length).toBeLessThan(1_400);
  }
});

test("removes the accents of a Yoruba name in an SMS, but not in an email", () => {
  expect(sanitiseForSms("Ọláìyá Ṣadé", 40)).toBe("Olaiya Sade");
  expect(sanitiseForMail("Ọláìyá Ṣadé", 40)).toBe("Ọláìyá Ṣadé");
});

test('replaces an unreadable name with "Someone"', () => {
  expect(sanitiseForSms("李明", 40)).toBe("Someone");
  expect(sanitiseForMail("\u200B", 40)).toBe("Someone");
});
