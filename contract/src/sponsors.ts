import * as z from "zod/mini";
import type { Operation } from "./operation.ts";

/** As many as a page shows. */
export const sponsorsMax = 2;

/**
 * An https address that is the same for every reader: letters, digits and a few signs, so that it cannot contain a
 * placeholder, a script or credentials [T-56 T-61].
 */
const sponsorAddress = z
  .string("must be an address")
  .check(
    z.maxLength(300, "must be at most 300 characters long"),
    z.regex(
      /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w.~/-]*)?(\?[\w.~=&-]*)?$/,
      "must be a plain https address such as https://example.com/offer, without blanks to fill in",
    ),
  );

/** A line of plain text; letters of any language, no control or direction characters. */
const sponsorLine = (most: number) =>
  z.string("must be a text").check(
    z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "must be one line of plain text"),
    z.refine((text) => text.trim() === text && text !== "", "must not be empty or begin or end with a space"),
    z.maxLength(most, `must be at most ${most} characters long`),
  );

/** One banner as the operator wrote it: plain texts and an address without data about the reader [T-56]. */
export const sponsor = z.strictObject({
  id: z
    .string("must be a text")
    .check(z.regex(/^[a-z0-9-]{1,40}$/, "must be 1 to 40 small letters, digits or hyphens")),
  /** The advertiser. */
  name: sponsorLine(60),
  title: sponsorLine(80),
  text: sponsorLine(160),
  /** The label of its button. */
  action: sponsorLine(30),
  address: sponsorAddress,
});
export type Sponsor = z.output<typeof sponsor>;

/**
 * The operator's banners, the same for every user and result; an empty list if there are none [RESULT-COMMON-08].
 */
export const sponsors = {
  method: "GET",
  path: "/sponsors",
  access: "signed_in",
  right: "personal",
  summary: "The operator's static banners.",
  input: z.strictObject({}),
  output: z.object({ sponsors: z.array(sponsor).check(z.maxLength(sponsorsMax)) }),
  problems: [],
  passive: true,
} as const satisfies Operation;
