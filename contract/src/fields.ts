import * as z from "zod/mini";
import { bvnLength, ninLength, passwordMaxLength, passwordMinLength, vinLength } from "./limits.ts";
import { normaliseNigerianPhone } from "./nigerian-phone.ts";
import { cleanLine, singleLine, machineText, requiredLine } from "./plain-text.ts";
import * as texts from "./texts.ts";
import { vinLettersMessage } from "./vin.ts";

/** Field schemas, each defined once. Every message is shown to the user under the field. */

/** An id that a browser may see: 128 random bits, formatted as a UUID [T-43]. */
export const publicId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/** Identifies a purchase to its owner: 128 random bits in base64url. */
export const sessionCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));
/** Printed on receipts: `EA` and 14 digits. A label, not a key [PAY-22]. */
export const transactionReference = z.string().check(z.regex(/^EA[0-9]{14}$/));

/** One line with at least one visible character, at most 200 characters. */
export const requiredText = (message: string) => requiredLine(message, 200);

export const firstName = requiredText(texts.firstNameRequired);
export const lastName = requiredText(texts.lastNameRequired);
export const designation = requiredText(texts.designationRequired);
export const businessName = requiredText(texts.businessNameRequired);
export const rcNumber = requiredText(texts.rcNumberRequired);
export const officeAddress = requiredText(texts.officeAddressRequired);

/**
 * One label of a domain, or a local part if a dot is added: no spaces, control characters or characters that RFC
 * 5322 quotes.
 */
const emailLabel = '[^\\s\\p{Cc}\\p{Cs}@<>"(),:;\\\\[\\].]';
/**
 * Required, then a basic pattern. Rejects address literals such as `a@[127.0.0.1]` or `a@127.0.0.1` [SIGNUP-36].
 */
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

/** The rule that every form shares: 8 to 128 characters, nothing cut off [T-07]. */
export const password = z
  .string(texts.passwordRequired)
  .check(
    z.minLength(1, texts.passwordRequired),
    z.minLength(passwordMinLength, texts.passwordTooShort),
    z.maxLength(passwordMaxLength, texts.passwordTooLong),
  );

/** The individual sign-up also requires four character classes [C-26]. */
export const strongPassword = password.check(
  z.regex(/\p{Lu}/u, texts.passwordNeedsCapital),
  z.regex(/\p{Ll}/u, texts.passwordNeedsLowercase),
  z.regex(/\p{Nd}/u, texts.passwordNeedsNumber),
  z.regex(/[^\p{L}\p{Nd}\s]/u, texts.passwordNeedsSpecial),
);

/** A Nigerian number in international form, `+2348031234567`, from any spelling; any other text unchanged. */
const toInternationalPhone = (phone: string) => normaliseNigerianPhone(phone)?.replace(/^0/, "+234") ?? phone;
/**
 * The phone number of a sign-up has no rule: a Nigerian number is stored in international form, an empty text as
 * none, and anything else as typed, and gets no SMS [SIGNUP-39 O-33].
 */
export const signUpPhone = z.optional(z.nullable(singleLine(100).check(z.overwrite(toInternationalPhone))));
/**
 * The phone number of a profile, which can be set once: stored in international form, `+2348031234567`, from any
 * Nigerian spelling [PROFILE-05].
 */
export const accountPhone = z
  .string(texts.phoneInvalid)
  .check(z.overwrite(toInternationalPhone), z.regex(/^\+[1-9][0-9]{6,14}$/, texts.phoneInvalid));

/** The account holder's own NIN on the business form [SIGNUP-34]. */
export const accountNin = z
  .string(texts.accountNinRequired)
  .check(
    z.minLength(1, texts.accountNinRequired),
    z.regex(/^[0-9]*$/, texts.onlyNumbers),
    z.length(ninLength, texts.accountNinLength),
  );

export const oneTimeCode = z.string(texts.codeWrong).check(z.regex(/^[0-9]{6}$/, texts.codeWrong));

// search values
export const searchNin = z.string(texts.ninEmpty).check(z.regex(new RegExp(`^[0-9]{${ninLength}}$`), texts.ninLength));
export const searchBvn = z.string(texts.bvnLength).check(z.regex(new RegExp(`^[0-9]{${bvnLength}}$`), texts.bvnLength));
/** Any spelling of a Nigerian number; the value is its 11 digits [WIZARD-23]. */
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
/** The register's own id of a company, as in its result. */
export const searchCacId = z
  .string(texts.companyRequired)
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, texts.companyRequired));
export const searchName = requiredText(texts.nameRequired);
export const searchBirthDate = z
  .string(texts.birthDateInvalid)
  .check(z.regex(/^(0[1-9]|[12][0-9]|3[01])\/(0[1-9]|1[0-2])\/(19|20)[0-9]{2}$/, texts.birthDateInvalid));
export const searchGender = z.enum(["m", "f"], texts.genderRequired);
/** An image or a CSV as base64; each route also limits the body. */
export const base64Image = machineText(2_900_000).check(z.minLength(1, texts.imageRequired));
export const base64Csv = z
  .string(texts.csvRequired)
  .check(
    z.minLength(1, texts.csvRequired),
    z.maxLength(262_144),
    z.regex(/^[A-Za-z0-9+/_=\s-]*$/, texts.csvUnreadable),
  );

/**
 * The IP address that a browser claims. Null is accepted; absent is not, and the handler responds with 406
 * [ERR-06].
 */
export const claimedIp = z.optional(z.nullable(machineText(64)));
/** The push token that clients of the earlier version send. Not used. */
export const deviceToken = z.optional(z.nullable(machineText(4_096)));
/** Where a list continues: the `next` of the previous page. */
export const cursor = z.optional(machineText(200));
/** Any text: the lookup by email decides. */
export const anyEmail = singleLine(254);
export const clickId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** A solved captcha as the solver returns it: base64 of its JSON. */
export const captcha = z
  .string(texts.captchaFailed)
  .check(z.regex(/^[\x21-\x7E]+$/, texts.captchaFailed), z.maxLength(4_096));
/** A password to compare with the account's: any characters, since it is hashed and never stored or shown. */
export const enteredPassword = z.string(texts.passwordRequired).check(z.maxLength(1_000));
