import fc from "fast-check";
import { expect, test } from "vitest";
import { consentReceiptMessage, consentRequestMessage } from "./templates.ts";

const link = "https://idanimo.example/consent/abc";
const myData = "https://idanimo.example/my-data";
const usual = { isVerified: false, isSelf: false, link, myData, code: "K3HF7T" } as const;
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
      const reported = consentReceiptMessage({ requester, granted: true, link, myData, until });
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
