import * as z from "zod/mini";
import { bvnLength, ninLength, passwordMaxLength, passwordMinLength, vinLength } from "./limits.ts";
import { normaliseNigerianPhone } from "./nigerian-phone.ts";
import { cleanLine, singleLine, machineText, requiredLine } from "./plain-text.ts";
import * as texts from "./texts.ts";
import { vinLettersMessage } from "./vin.ts";

/** Field schemas, each written once. Every message is the one a person reads under the field. */

/** An id given to a browser: 128 random bits, printed as a uuid. Source: threats 2, rule 3. */
export const publicId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/** Names one purchase to its owner: 128 random bits in base64url. */
export const sessionCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));
/** Printed on receipts: `EA` and 14 digits. A label, not a key. Source: A§9, B§9. */
export const transactionReference = z.string().check(z.regex(/^EA[0-9]{14}$/));

/** A line in which something can be read, of at most 200 characters. */
export const requiredText = (message: string) => requiredLine(message, 200);

export const firstName = requiredText(texts.firstNameRequired);
export const lastName = requiredText(texts.lastNameRequired);
export const designation = requiredText(texts.designationRequired);
export const businessName = requiredText(texts.businessNameRequired);
export const rcNumber = requiredText(texts.rcNumberRequired);
export const officeAddress = requiredText(texts.officeAddressRequired);

/** One label of a domain, or a local part if a dot is added: no space, no control character, nothing that RFC 5322 quotes. */
const emailLabel = '[^\\s\\p{Cc}\\p{Cs}@<>"(),:;\\\\[\\].]';
/** Required, then a basic pattern. An address literal such as `a@[127.0.0.1]` or `a@127.0.0.1` is no mailbox [SIGNUP-36]. */
export const email = z
  .string(texts.emailRequired)
  .check(
    z.overwrite(cleanLine),
    z.minLength(1, texts.emailRequired),
    z.maxLength(254, texts.emailInvalid),
    z.regex(
      new RegExp(`^(${emailLabel}|\\.)+@${emailLabel}+(\\.${emailLabel}+)*\\.(?!\\d+$)${emailLabel}+$`, "u"),
      texts.emailInvalid,
    ),
  );

/** The rule every form shares: 8 to 128 characters, nothing cut off. Source: A§5, T-07. */
export const password = z
  .string(texts.passwordRequired)
  .check(
    z.minLength(1, texts.passwordRequired),
    z.minLength(passwordMinLength, texts.passwordTooShort),
    z.maxLength(passwordMaxLength, texts.passwordTooLong),
  );

/** The individual sign-up also asks for four kinds of characters. Source: A§5, C-26. */
export const strongPassword = password.check(
  z.regex(/\p{Lu}/u, texts.passwordNeedsCapital),
  z.regex(/\p{Ll}/u, texts.passwordNeedsLowercase),
  z.regex(/\p{Nd}/u, texts.passwordNeedsNumber),
  z.regex(/[^\p{L}\p{Nd}\s]/u, texts.passwordNeedsSpecial),
);

/** A Nigerian number in international form, `+2348031234567`, in any of its spellings; any other text as it is. */
const toInternationalPhone = (phone: string) => normaliseNigerianPhone(phone)?.replace(/^0/, "+234") ?? phone;
/**
 * The phone number of a sign-up has no rule: a Nigerian number is stored in international form, an empty text is none, and anything
 * else is stored as typed, and gets no SMS [SIGNUP-39 O-33].
 */
export const signUpPhone = z.optional(z.nullable(singleLine(100).check(z.overwrite(toInternationalPhone))));
/** The phone number of a profile, which can be set once: in international form, `+2348031234567`, or in a Nigerian spelling. */
export const accountPhone = z
  .string(texts.phoneInvalid)
  .check(z.overwrite(toInternationalPhone), z.regex(/^\+[1-9][0-9]{6,14}$/, texts.phoneInvalid));

/** The account holder's own NIN on the business form. Source: A§5. */
export const accountNin = z
  .string(texts.accountNinRequired)
  .check(
    z.minLength(1, texts.accountNinRequired),
    z.regex(/^[0-9]*$/, texts.onlyNumbers),
    z.length(ninLength, texts.accountNinLength),
  );

/** Source: A§5. */
export const oneTimeCode = z.string(texts.codeWrong).check(z.regex(/^[0-9]{6}$/, texts.codeWrong));

// search values, B§5
export const searchNin = z.string(texts.ninEmpty).check(z.regex(new RegExp(`^[0-9]{${ninLength}}$`), texts.ninLength));
export const searchBvn = z.string(texts.bvnLength).check(z.regex(new RegExp(`^[0-9]{${bvnLength}}$`), texts.bvnLength));
/** Any spelling of a Nigerian number; the value is its 11 digits. */
export const searchPhone = z.string(texts.phoneRequired).check(
  z.trim(),
  z.minLength(1, { error: texts.phoneRequired, abort: true }),
  z.refine((text) => normaliseNigerianPhone(text) !== undefined, texts.phoneNotNigerian),
  z.overwrite((text) => normaliseNigerianPhone(text) ?? text),
);
export const searchVin = z
  .string(texts.vinLength)
  .check(
    z.overwrite(cleanLine),
    z.toUpperCase(),
    z.regex(new RegExp(`^[A-Z0-9]{${vinLength}}$`), texts.vinLength),
    z.regex(/^[^IOQ]*$/, { error: ({ input = "" }) => vinLettersMessage(input) }),
  );
export const searchPlate = z
  .string(texts.plateRequired)
  .check(z.overwrite(cleanLine), z.toUpperCase(), z.regex(/^[A-Z0-9]{1,20}$/, texts.plateRequired));
export const searchRc = requiredLine(texts.rcRequired, 40);
export const searchCompany = requiredText(texts.companyRequired);
/** The register's own id of a company, as its result names it. */
export const searchCacId = z
  .string(texts.companyRequired)
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, texts.companyRequired));
export const searchName = requiredText(texts.nameRequired);
export const searchBirthDate = z
  .string(texts.birthDateInvalid)
  .check(z.regex(/^(0[1-9]|[12][0-9]|3[01])\/(0[1-9]|1[0-2])\/(19|20)[0-9]{2}$/, texts.birthDateInvalid));
export const searchGender = z.enum(["m", "f"], texts.genderRequired);
/** A picture or a CSV as base64; each route caps the body besides. */
export const base64Image = machineText(2_900_000).check(z.minLength(1, texts.imageRequired));
export const base64Csv = z
  .string(texts.csvRequired)
  .check(
    z.minLength(1, texts.csvRequired),
    z.maxLength(262_144),
    z.regex(/^[A-Za-z0-9+/_=\s-]*$/, texts.csvUnreadable),
  );

/** What a browser says its address is. Null is accepted, absent is not: the handler answers that with 406. Source: A§8. */
export const claimedIp = z.optional(z.nullable(machineText(64)));
/** The token that a device gets push messages with, as clients of the earlier version send it. Not used. */
export const deviceToken = z.optional(z.nullable(machineText(4_096)));
/** Where a list goes on: the `next` of the page before. */
export const cursor = z.optional(machineText(200));
/** Any email address or none: what is looked up by it decides. */
export const anyEmail = singleLine(254);
export const clickId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** A solved captcha as the solver returns it: base64 of its JSON. */
export const captcha = z
  .string(texts.captchaFailed)
  .check(z.regex(/^[\x21-\x7E]+$/, texts.captchaFailed), z.maxLength(4_096));
/** A password that is compared with the one of the account: any characters, since it is hashed and never stored or shown. */
export const enteredPassword = z.string(texts.passwordRequired).check(z.maxLength(1_000));
