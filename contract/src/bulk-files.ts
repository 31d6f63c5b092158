import * as z from "zod/mini";
import { bulkStates } from "./bulk.ts";
import { cursor, publicId, transactionReference } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** The bulk files that this account paid for, newest first. `next` goes into `after`. */
export const listBulk = {
  method: "GET",
  path: "/user/bulk-files",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "The bulk files of this account, newest first, each with its progress.",
  input: z.strictObject({ after: cursor }),
  output: z.object({
    files: z.array(
      z.object({
        uploadId: publicId,
        transactionID: transactionReference,
        createdAt: z.string(),
        state: z.enum(bulkStates),
        records: z.number(),
        /** Lines that wait for the person's reply. */
        waiting: z.number(),
        /** Lines that ended. */
        ended: z.number(),
        /** Lines with a result. */
        delivered: z.number(),
      }),
    ),
    next: z.nullable(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;
