import * as z from "zod/mini";
import type { Operation } from "./operation.ts";

/** One banner as the operator wrote it: plain texts and an https address without anything about the reader. Source: T-56. */
export const sponsor = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  /** Who advertises. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  text: z.string().check(z.minLength(1), z.maxLength(160)),
  /** On its link. */
  action: z.string().check(z.minLength(1), z.maxLength(30)),
  address: z.url({ protocol: /^https$/ }).check(z.maxLength(300)),
});
export type Sponsor = z.output<typeof sponsor>;

/** The operator's banners, the same for everybody and every result; an empty list where there are none. Source: B§1, design 3. */
export const sponsors = {
  method: "GET",
  path: "/sponsors",
  access: "signed_in",
  summary: "The operator's static banners.",
  input: z.strictObject({}),
  output: z.object({ sponsors: z.array(sponsor) }),
  problems: [],
  passive: true,
} as const satisfies Operation;
