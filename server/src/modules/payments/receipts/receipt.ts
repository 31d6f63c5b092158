import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { formatMoney } from "@idanimo/contract/money";
import type { Row } from "../../../documents/index.ts";
import type { Sold } from "./store.ts";

/** A receipt in words, before anybody draws it. */
export type Receipt = {
  readonly title: string;
  /** The sum in large type, and what it is. */
  readonly sum: { readonly label: string; readonly amount: string };
  readonly facts: readonly Row[];
  readonly lines: readonly Row[];
  readonly total: Row;
  readonly refunds: readonly Row[];
};

/** `a***@example.test`: enough for its owner to know it. */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf("@");
  return `${mail.slice(0, 1)}***${mail.slice(at)}`;
}

/** What money came back for: `NIN`, or `NIN, 4,312 lines` of a file. */
export function backWords(searchTypes: readonly SearchType[], lines: number): string {
  const kinds = searchTypes.map((searchType) => rowOf(searchType).label).join(", ");
  return lines === searchTypes.length ? kinds : `${kinds}, ${formatCount(lines)} lines`;
}

const providerNames: Readonly<Record<string, string>> = { flutterwave: "Flutterwave" };
const online = (provider: string) => `Online payment (${providerNames[provider] ?? provider})`;

/** What a receipt says. Pure. It names kinds of look-up, never who or what was looked up. Source: T-54, WALLET-01. */
export function receiptOf(sold: Sold): Receipt {
  const { name, businessName, email } = sold.buyer;
  const account = [
    ...(businessName === null ? [] : [{ label: "Business", value: businessName }]),
    { label: "Name", value: name },
    { label: "Account", value: maskedMail(email) },
  ];
  const about = (method: string) => [
    { label: "Reference", value: sold.reference },
    { label: "Date", value: formatDateTime(sold.at) },
    { label: "Paid with", value: method },
  ];
  if (sold.kind === "top_up") {
    const amount = formatMoney(sold.amount);
    return {
      title: "Top-up receipt",
      sum: { label: "Added to your wallet", amount },
      facts: [...about(online(sold.provider)), ...account],
      lines: [{ label: "Wallet top-up", value: amount }],
      total: { label: "Total", value: amount },
      refunds: [],
    };
  }
  const { payment, lines, tax, total, refunds } = sold;
  return {
    title: "Payment receipt",
    sum: { label: "Paid", amount: formatMoney(total) },
    facts: [
      ...about(payment ? online(payment.provider) : "Wallet"),
      ...(payment ? [{ label: "Payment", value: payment.reference }] : []),
      ...account,
    ],
    lines: [
      ...lines.map(({ label, price }) => ({ label, value: formatMoney(price) })),
      { label: "Tax and charges", value: formatMoney(tax) },
    ],
    total: { label: "Total", value: formatMoney(total) },
    refunds: refunds.map(({ searchType, lines, amount, at }) => ({
      label: `${backWords([searchType], lines)}${lines === 1 ? `, ${formatDateTime(at)}` : ""}`,
      value: formatMoney(amount),
    })),
  };
}
