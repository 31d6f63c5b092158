import type { Currency } from "@idanimo/contract/money";
import * as fc from "fast-check";

/**
 * What a run of the model is made of: plain data, so that a failing run can be shrunk, printed and kept. A number that names something
 * (`purchase`, `item`) counts back from the newest one there is; with none there the command does nothing.
 */

/** How the record of a look-up is; the sandbox's reserved endings make it so. */
export const natures = [
  "plain",
  "no_record",
  "unreadable",
  "somebody_else",
  "no_contact",
  "minor",
  "no_directors",
] as const;
export type Nature = (typeof natures)[number];

export type Search =
  | { readonly kind: "nin" | "phone" | "rc" | "business_name" | "vin" | "stolen_vin"; readonly nature: Nature }
  | { readonly kind: "bvn"; readonly nature: Nature; readonly bureaus: 1 | 2 | 3 }
  /** A person and a company in one purchase. */
  | { readonly kind: "nin_and_rc"; readonly nature: Nature };

export const buttons = ["approve", "twice", "decline", "cancel", "wrong_amount", "late"] as const;
export type Button = (typeof buttons)[number];
export type Word = "grant" | "deny" | "wrong-person" | "sms_yes" | "sms_no" | "sms_stop";
type TopUp = "usual" | "too_small" | "too_large";

export type Command =
  | { readonly kind: "look" | "list" | "repeat" | "repeat_otherwise" }
  | { readonly kind: "quote" | "buy"; readonly search: Search; readonly currency: Currency }
  | { readonly kind: "buy_again"; readonly purchase: number; readonly currency: Currency }
  | {
      readonly kind: "pay";
      readonly purchase: number;
      readonly how: "right" | "wrong_amount" | "wrong_label";
      readonly times: number;
    }
  | { readonly kind: "pay_both"; readonly purchase: number; readonly other: number }
  | { readonly kind: "top_up"; readonly currency: Currency; readonly size: TopUp; readonly hundreds: number }
  | { readonly kind: "open_page"; readonly purchase: number; readonly how: "right" | "wrong_amount" | "wrong_currency" }
  | { readonly kind: "press"; readonly payment: number; readonly button: Button; readonly checks: number }
  | { readonly kind: "press_and_pay"; readonly payment: number }
  /** A card pays, nobody is told of it yet, and the wallet pays as well. */
  | { readonly kind: "pay_while_late"; readonly purchase: number }
  | { readonly kind: "check"; readonly payment: number }
  | { readonly kind: "switch"; readonly currency: Currency }
  | { readonly kind: "wait" | "read_session"; readonly purchase: number }
  | { readonly kind: "read" | "withdraw"; readonly item: number }
  | { readonly kind: "answer"; readonly item: number; readonly word: Word }
  | { readonly kind: "answer_both"; readonly item: number; readonly words: readonly [Word, Word | "withdraw"] }
  | {
      readonly kind: "stakeholders";
      readonly item: number;
      readonly sameReference: boolean;
      readonly walletCurrency: boolean;
      readonly times: number;
    }
  /** Something of the lane beside this one. */
  | { readonly kind: "strangers"; readonly what: "pay" | "read_session" | "check" | "read" | "open_page" };

const currency = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Currency>("NGN") },
  { weight: 1, arbitrary: fc.constant<Currency>("USD") },
);
const nature = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Nature>("plain") },
  { weight: 4, arbitrary: fc.constantFrom(...natures) },
);
const search: fc.Arbitrary<Search> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("rc" as const), nature }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("nin" as const), nature }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("phone" as const, "vin", "stolen_vin", "business_name"), nature }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("nin_and_rc" as const), nature }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("bvn" as const), nature, bureaus: fc.constantFrom(1 as const, 2, 3) }),
  },
);
const back = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(40) });
const word = fc.constantFrom<Word>("grant", "grant", "sms_yes", "deny", "sms_no", "sms_stop", "wrong-person");
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

/** Any command; most are cheap calls. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ kind: fc.constantFrom("look" as const, "look", "look", "list") }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("repeat" as const, "repeat", "repeat_otherwise") }) },
  { weight: 10, arbitrary: fc.record({ kind: kind("quote"), search, currency }) },
  { weight: 8, arbitrary: fc.record({ kind: kind("buy"), search, currency }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("buy_again"), purchase: back, currency }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: kind("pay"),
      purchase: back,
      how: fc.constantFrom("right" as const, "right", "right", "wrong_amount", "wrong_label"),
      times: fc.constantFrom(1, 1, 1, 2, 5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("pay_both"), purchase: back, other: back }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind("top_up"),
      currency,
      size: fc.constantFrom<TopUp>("usual", "usual", "usual", "too_small", "too_large"),
      hundreds: fc.integer({ min: 10, max: 60 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind("open_page"),
      purchase: back,
      how: fc.constantFrom("right" as const, "right", "right", "wrong_amount", "wrong_currency"),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: kind("press"),
      payment: back,
      button: fc.constantFrom<Button>("approve", "approve", "approve", ...buttons),
      checks: fc.constantFrom(1, 1, 2, 5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("press_and_pay"), payment: back }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("pay_while_late"), purchase: back }) },
  { weight: 8, arbitrary: fc.record({ kind: kind("check"), payment: back }) },
  { weight: 7, arbitrary: fc.record({ kind: kind("switch"), currency }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("wait"), purchase: back }) },
  { weight: 10, arbitrary: fc.record({ kind: kind("read_session"), purchase: back }) },
  { weight: 10, arbitrary: fc.record({ kind: kind("read"), item: back }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("answer"), item: back, word }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("answer_both"),
      item: back,
      words: fc.tuple(word, fc.oneof(word, kind("withdraw"))),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind("withdraw"), item: back }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("stakeholders"),
      item: back,
      sameReference: fc.boolean(),
      walletCurrency: fc.boolean(),
      times: fc.constantFrom(1, 1, 3),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind("strangers"),
      what: fc.constantFrom("pay" as const, "read_session", "check", "read", "open_page"),
    }),
  },
);

/** Commands of one account, one after the other. */
export type LaneOf = readonly Command[];
/** What runs side by side. */
export const lanesOf = (lanes: number, commands: number): fc.Arbitrary<readonly LaneOf[]> =>
  fc.noBias(
    fc.array(fc.array(command, { maxLength: commands, size: "max" }), {
      minLength: lanes,
      maxLength: lanes,
      size: "max",
    }),
  );
