import type { Currency } from "@idanimo/contract/money";
import * as fc from "fast-check";

/**
 * The commands of a run: plain data, so that fast-check can shrink, print and replay them. A number that names a purchase, payment
 * or item counts back from the newest; without one the command does nothing.
 */

/** Defects of a record; reserved endings make the sandbox respond so. */
export const defects = ["none", "no_record", "unreadable", "wrong_person", "no_contact", "minor"] as const;
export type Defect = (typeof defects)[number];

export type ModelSearch = {
  readonly kind: "nin" | "phone" | "rc" | "business_name" | "vin" | "stolen_vin" | "bvn" | "nin_and_rc";
  readonly defect: Defect;
};

export const buttons = ["approve", "twice", "decline", "wrong_amount", "late"] as const;
export type Button = (typeof buttons)[number];
/** What a subject says, on the page or by SMS. */
export type Decision = "grant" | "deny" | "wrong-person" | "sms_yes" | "sms_no" | "sms_stop";
export type Sent = Decision | "withdraw";

export type Command =
  | { readonly kind: "read_wallets" | "list" | "repeat" | "repeat_changed" }
  | { readonly kind: "buy"; readonly search: ModelSearch; readonly currency: Currency }
  | { readonly kind: "buy_again"; readonly purchase: number; readonly currency: Currency }
  | { readonly kind: "pay"; readonly purchase: number; readonly how: "right" | "wrong_amount"; readonly times: number }
  | { readonly kind: "pay_both"; readonly purchase: number; readonly other: number }
  | { readonly kind: "top_up"; readonly currency: Currency; readonly hundreds: number }
  | { readonly kind: "open_page"; readonly purchase: number; readonly how: "right" | "wrong_amount" }
  | { readonly kind: "press"; readonly payment: number; readonly button: Button; readonly checks: number }
  /** Card and wallet pay at the same time. */
  | { readonly kind: "press_and_pay"; readonly payment: number }
  /** The card provider has the money but has not reported it, and the wallet pays too. */
  | { readonly kind: "pay_while_late"; readonly purchase: number }
  | { readonly kind: "check"; readonly payment: number }
  | { readonly kind: "switch"; readonly currency: Currency }
  | { readonly kind: "read_purchase"; readonly purchase: number; readonly waits: boolean }
  | { readonly kind: "read_request"; readonly item: number }
  | { readonly kind: "decide"; readonly item: number; readonly sent: readonly [Sent, ...Sent[]] };

const currency = fc.constantFrom<Currency>("NGN", "NGN", "NGN", "USD");
const defect = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Defect>("none") },
  { weight: 4, arbitrary: fc.constantFrom(...defects) },
);
const searchKind = fc.constantFrom<ModelSearch["kind"]>(
  ...(["rc", "rc", "rc", "rc", "nin", "nin", "nin", "nin"] as const),
  ...(["phone", "vin", "stolen_vin", "business_name", "nin_and_rc", "bvn"] as const),
);
const search = fc.record({ kind: searchKind, defect });
const back = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(40) });
const decision = fc.constantFrom<Decision>("grant", "grant", "sms_yes", "deny", "sms_no", "sms_stop", "wrong-person");
const sent = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(decision) },
  { weight: 1, arbitrary: fc.tuple(decision, fc.oneof(decision, fc.constant("withdraw" as const))) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("withdraw" as const)) },
);
const often = <Value>(value: Value, rare: Value) => fc.constantFrom(value, value, value, rare);
const howToPay = often("right" as const, "wrong_amount" as const);
const button = fc.constantFrom<Button>("approve", "approve", "approve", ...buttons);
/** Commands of a kind, and how often they come. */
const some = <const Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: fc.Arbitrary<Fields>,
) => ({ weight, arbitrary: fields.map((rest): { readonly kind: Kind } & Fields => ({ kind, ...rest })) });
const nothing = fc.constant({});

const command: fc.Arbitrary<Command> = fc.oneof(
  some(10, "read_wallets", nothing),
  some(4, "list", nothing),
  some(6, "repeat", nothing),
  some(2, "repeat_changed", nothing),
  some(10, "buy", fc.record({ search, currency })),
  some(3, "buy_again", fc.record({ purchase: back, currency })),
  some(14, "pay", fc.record({ purchase: back, how: howToPay, times: fc.constantFrom(1, 1, 1, 2, 5) })),
  some(2, "pay_both", fc.record({ purchase: back, other: back })),
  some(5, "top_up", fc.record({ currency, hundreds: fc.integer({ min: 10, max: 60 }) })),
  some(4, "open_page", fc.record({ purchase: back, how: howToPay })),
  some(7, "press", fc.record({ payment: back, button, checks: fc.constantFrom(1, 1, 2, 5) })),
  some(1, "press_and_pay", fc.record({ payment: back })),
  some(1, "pay_while_late", fc.record({ purchase: back })),
  some(8, "check", fc.record({ payment: back })),
  some(7, "switch", fc.record({ currency })),
  some(12, "read_purchase", fc.record({ purchase: back, waits: often(false, true) })),
  some(10, "read_request", fc.record({ item: back })),
  some(7, "decide", fc.record({ item: back, sent })),
);

/** Commands of one account, in order; several accounts run side by side. */
export type Script = readonly Command[];
export const scripts = (accounts: number, longest: number): fc.Arbitrary<readonly Script[]> =>
  fc.noBias(
    fc.array(fc.array(command, { maxLength: longest, size: "max" }), {
      minLength: accounts,
      maxLength: accounts,
      size: "max",
    }),
  );
