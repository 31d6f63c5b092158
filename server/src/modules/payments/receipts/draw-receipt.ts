import { drawDocument, brandFooter } from "../../../documents/index.ts";
import type { Receipt } from "./receipt.ts";

/** @param made creation date in the PDF's properties */
export const drawReceipt = (receipt: Receipt, made: Date): Promise<Buffer> =>
  drawDocument(
    {
      title: receipt.title,
      sum: receipt.sum,
      blocks: [
        { kind: "facts", rows: receipt.facts },
        ...(receipt.seller.length === 0 ? [] : [{ kind: "facts" as const, rows: receipt.seller }]),
        { kind: "amounts", title: "You paid for", rows: receipt.lines, total: receipt.total },
        ...(receipt.refunds.length === 0
          ? []
          : [{ kind: "amounts" as const, title: "Refunded to your wallet", rows: receipt.refunds }]),
      ],
      footer: brandFooter,
    },
    made,
  );
