import * as z from "zod/mini";
import * as texts from "./texts.ts";

export const currencies = ["NGN", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** An exact amount in minor units: kobo for NGN, cents for USD. May be negative; never fractional. */
export type Money<C extends Currency = Currency> = { readonly currency: C; readonly minor: bigint };

/** Minor units in one major unit, for both currencies. */
const minorPerMajor = 100n;

/** Naira from kobo: `naira(1_000_00n)` is one thousand naira. */
export function naira(minor: bigint): Money<"NGN"> {
  return { currency: "NGN", minor };
}

/** Dollars from cents. */
export function dollars(minor: bigint): Money<"USD"> {
  return { currency: "USD", minor };
}

/** Money of a currency that is known only at run time. */
export function money<C extends Currency>(currency: C, minor: bigint): Money<C> {
  return { currency, minor };
}

/**
 * Sum of two amounts. Mixed currencies do not compile. @throws for mixed currencies at run time, which are a bug
 */
export function addMoney<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  if (left.currency !== right.currency) throw new Error(`add: ${left.currency} with ${right.currency}`);
  return { currency: left.currency, minor: left.minor + right.minor };
}

/** Difference of two amounts of one currency. @throws for mixed currencies at run time, which are a bug */
export function subtractMoney<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  return addMoney(left, money(left.currency, -right.minor));
}

/** An amount times an integer count. */
export function multiplyMoney<C extends Currency>(amount: Money<C>, count: number): Money<C> {
  return { currency: amount.currency, minor: amount.minor * BigInt(count) };
}

/**
 * Naira into dollars at a rate, rounded half up to the cent.
 * @param rate naira for one dollar, in kobo
 */
export function toDollars(amount: Money<"NGN">, rate: bigint): Money<"USD"> {
  if (rate <= 0n) throw new Error("toDollars: the rate must be above zero");
  const scaled = amount.minor * minorPerMajor;
  return dollars((2n * scaled + rate) / (2n * rate));
}

/** The value of an amount in naira, dollars at a rate and rounded half up to the kobo. @param rate kobo for one dollar */
export function toNaira({ currency: of, minor }: Money, rate: bigint): Money<"NGN"> {
  return naira(of === "NGN" ? minor : (minor * rate + minorPerMajor / 2n) / minorPerMajor);
}

/**
 * Parses `1500`, `1500.5` or `1500.50` into minor units; undefined for anything else, including exponents and other
 * digits.
 */
export function parseMinor(text: string): bigint | undefined {
  const match = /^(-?)(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const minor = BigInt(match[2] ?? "0") * minorPerMajor + BigInt((match[3] ?? "").padEnd(2, "0"));
  return match[1] ? -minor : minor;
}

/** The decimal text of minor units: `588` for 58800, `588.50` for 58850. */
export function formatMinor(minor: bigint): string {
  const size = minor < 0n ? -minor : minor;
  const whole = `${minor < 0n ? "-" : ""}${size / minorPerMajor}`;
  const part = size % minorPerMajor;
  return part === 0n ? whole : `${whole}.${part.toString().padStart(2, "0")}`;
}

/**
 * An amount in a response: a JSON number with at most two decimal places on the wire, minor units in the program.
 */
export const amountOut = z.codec(z.number(), z.bigint(), {
  decode: (wire, context) => {
    const minor = parseMinor(String(wire));
    if (minor !== undefined) return minor;
    context.issues.push({ code: "custom", input: wire, message: texts.amountInvalid });
    return z.NEVER;
  },
  encode: (minor) => Number(formatMinor(minor)),
});

/** An amount in a request: a number or a text on the wire, minor units in the program. */
export const amountIn = z.codec(
  z.union([z.number(), z.string().check(z.maxLength(20))], texts.amountInvalid),
  z.bigint(),
  {
    decode: (wire, context) => {
      const minor = parseMinor(typeof wire === "string" ? wire.trim() : String(wire));
      if (minor !== undefined && minor > 0n) return minor;
      context.issues.push({ code: "custom", input: wire, message: texts.amountInvalid });
      return z.NEVER;
    },
    encode: (minor) => formatMinor(minor),
  },
);

export const currency = z.enum(currencies);

const numberFormats = {
  NGN: new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN", currencyDisplay: "narrowSymbol" }),
  USD: new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }),
};

/** `₦19,412` or `$2.14`; kobo appear only if there are any [PRICE-20]. */
export function formatMoney(amount: Money): string {
  // Intl takes a decimal text without passing through a float
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- formatMinor writes just that
  const printed = numberFormats[amount.currency].format(formatMinor(amount.minor) as Intl.StringNumericLiteral);
  return amount.currency === "NGN" ? printed.replace(/\.00$/, "") : printed;
}
