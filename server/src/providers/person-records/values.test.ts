import { expect, test } from "vitest";
import { parseImage, parsePhone, parseIsoDate, parseEmail } from "./values.ts";

test.each([
  ["02-03-1990", "1990-03-02"],
  ["2/3/1990", "1990-03-02"],
  ["1990-03-02", "1990-03-02"],
  ["1990-03-02T00:00:00.000Z", "1990-03-02"],
  ["2-Aug-1990", "1990-08-02"],
  ["02 September 1990", "1990-09-02"],
  ["29-02-2000", "2000-02-29"],
  ["29-02-1999", null],
  ["31-04-1990", null],
  ["13-13-1990", null],
  ["00-01-1990", null],
  ["1-1-90", null],
  ["2-Foo-1990", null],
  ["yesterday", null],
  ["01-01-0001", null],
  [undefined, null],
])("parses the date %j as %j", (text, iso) => expect(parseIsoDate(text)).toBe(iso));

test.each([
  ["08031234567", "+2348031234567"],
  ["+234 803 123 4567", "+2348031234567"],
  ["2348031234567", "+2348031234567"],
  ["+447400123456", "+447400123456"],
  ["12345", null],
  ["0".repeat(40), null],
  ["call me", null],
  [undefined, null],
])("parses the phone %j as %j", (text, phone) => expect(parsePhone(text)).toBe(phone));

test.each([
  ["Ada@Example.test", "ada@example.test"],
  ["ada@example", null],
  ["ada@example.test, eve@example.test", null],
  ["ada\r\nBcc: eve@example.test", null],
  [undefined, null],
])("parses the email %j as %j", (text, mail) => expect(parseEmail(text)).toBe(mail));

const base64 = (...bytes: readonly number[]) => Buffer.from(bytes).toString("base64");
const jpeg = base64(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
test.each([
  { why: "a JPEG", value: jpeg, image: jpeg },
  { why: "a wrapped JPEG", value: `data:image/jpeg;base64,${jpeg}`, image: jpeg },
  { why: "an SVG", value: Buffer.from("<svg onload=alert(1)>").toString("base64"), image: null },
  { why: "a GIF", value: Buffer.from("GIF89a").toString("base64"), image: null },
  { why: "markup", value: '"><script>', image: null },
  { why: "a URL", value: "https://example.test/photo.jpg", image: null },
  {
    why: "a file that is too large",
    value: Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.alloc(1024 * 1024)]).toString("base64"),
    image: null,
  },
  { why: "an object", value: { a: 1 }, image: null },
])("parses $why as a photo", ({ value, image }) => expect(parseImage(value)).toBe(image));
