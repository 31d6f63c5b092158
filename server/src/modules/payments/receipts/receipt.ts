import { brand, type Seller } from "@idanimo/contract/brand";
import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { formatMoney, subtractMoney } from "@idanimo/contract/money";
import type { LabelledValue } from "../../../documents/index.ts";
import type { PurchaseReceiptData, ReceiptData } from "./store.ts";

/** The content of a receipt. */
export type Receipt = {
  readonly title: string;
  /** The large total and its label. */
  readonly sum: { readonly label: string; readonly amount: string };
  readonly facts: readonly LabelledValue[];
  /** Who sold it: name, address and tax numbers, as far as the operator has set them. */
  readonly seller: readonly LabelledValue[];
  readonly lines: readonly LabelledValue[];
  readonly total: LabelledValue;
  readonly refunds: readonly LabelledValue[];
};

/** Masks an email address: `a***@example.test`. */
export function maskEmail(mail: string): string {
  const at = mail.lastIndexOf("@");
  return `${mail.slice(0, 1)}***${mail.slice(at)}`;
}

/** What was refunded: `NIN`, or `NIN, 4,312 lines` for a file. */
export function describeRefund(searchTypes: readonly SearchType[], lines: number): string {
  const kinds = searchTypes.map((searchType) => catalogueRowOf(searchType).label).join(", ");
  return lines === searchTypes.length ? kinds : `${kinds}, ${formatCount(lines)} lines`;
}

const providerNames: Readonly<Record<string, string>> = { flutterwave: "Flutterwave" };
const onlinePaymentLabel = (provider: string) => `Online payment (${providerNames[provider] ?? provider})`;

/** The seller of a receipt. Pure. */
export const sellerFacts = ({ legalName, taxNumber, vatNumber }: Seller, address: string): readonly LabelledValue[] =>
  [
    { label: "Sold by", value: legalName },
    { label: "Address", value: address },
    { label: "TIN", value: taxNumber },
    { label: "VAT number", value: vatNumber },
  ].filter(({ value }) => value !== "");

/** VAT and the other charges; together for a purchase that has no VAT of its own. */
function taxLines({ tax, vat }: Pick<PurchaseReceiptData, "tax" | "vat">): readonly LabelledValue[] {
  if (!vat) return [{ label: "Tax and charges", value: formatMoney(tax) }];
  return [
    { label: "VAT", value: formatMoney(vat) },
    { label: "Service and processing fees", value: formatMoney(subtractMoney(tax, vat)) },
  ];
}

/** Builds a receipt. Pure. It names types of lookups, never a search value or a subject [T-54 WALLET-01]. */
export function buildReceipt(sold: ReceiptData): Receipt {
  const { name, businessName, email } = sold.buyer;
  const seller = sellerFacts(brand.seller, brand.postalAddress);
  const account = [
    ...(businessName === null ? [] : [{ label: "Business", value: businessName }]),
    { label: "Name", value: name },
    { label: "Account", value: maskEmail(email) },
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
      facts: [...about(onlinePaymentLabel(sold.provider)), ...account],
      seller,
      lines: [{ label: "Wallet top-up", value: amount }],
      total: { label: "Total", value: amount },
      refunds: [],
    };
  }
  const { payment, lines, total, refunds } = sold;
  return {
    title: "Payment receipt",
    sum: { label: "Paid", amount: formatMoney(total) },
    facts: [
      ...about(payment ? onlinePaymentLabel(payment.provider) : "Wallet"),
      ...(payment ? [{ label: "Payment", value: payment.reference }] : []),
      ...account,
    ],
    seller,
    lines: [...lines.map(({ label, price }) => ({ label, value: formatMoney(price) })), ...taxLines(sold)],
    total: { label: "Total", value: formatMoney(total) },
    refunds: refunds.map(({ searchType, lines, amount, at }) => ({
      label: `${describeRefund([searchType], lines)}${lines === 1 ? `, ${formatDateTime(at)}` : ""}`,
      value: formatMoney(amount),
    })),
  };
}
