import { apiBase } from "@idanimo/contract/operation";

/** Address of the receipt of a transaction of the signed-in person, a PDF. Source: design 3. */
export function receiptOf(transactionID: string): string {
  return `${apiBase}/user/receipts/${encodeURIComponent(transactionID)}.pdf`;
}
