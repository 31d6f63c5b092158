import * as z from "zod/mini";
import { publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** Bulk NIN: a CSV of numbers, one a line, checked before anybody pays. Source: BULK, design 3. */

export const bulkStates = ["checked", "running", "stopped", "completed"] as const;
export type BulkState = (typeof bulkStates)[number];

/** A file with the heading only, to fill in. Part of the web's files. */
export const bulkTemplatePath = "/nin-template.csv";

/** Bad lines told by one answer; the rest is a number. */
export const bulkBadLinesMax = 100;

const uploadShape = z.object({
  uploadId: publicId,
  /** Lines of the file with a value, without the heading. Source: BULK-02. */
  records: z.number(),
  /** Lines that cannot be asked, counted from 1 in the file. A file with any is not for sale. Never the number itself. */
  bad: z.array(z.object({ line: z.number(), message: z.string() })),
  badCount: z.number(),
});

/**
 * A dry run of the file: counts the lines and names each bad one. The body is the file as `text/csv`, read as a stream; the route is
 * mounted by hand because of that. Nothing is asked and nothing is charged; an upload nobody buys goes after 24 hours.
 */
export const bulkUploadPath = "/verification/bulk";
export const bulkUploadResponse = z.extend(uploadShape, {
  /** Sentences about what was skipped: a heading, other columns. */
  notes: z.optional(z.array(z.string())),
});

/** How one upload stands, for its owner only. After the purchase: how many lines ended, and how. */
export const readBulk = {
  method: "GET",
  path: "/verification/bulk/{uploadId}",
  access: "signed_in",
  summary: "How a bulk file stands: lines, those that are done, and how they ended.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.extend(uploadShape, {
    state: z.enum(bulkStates),
    /** Lines whose look-up has begun. */
    begun: z.number(),
    /** Lines that wait for their person. */
    waiting: z.number(),
    /** Lines that ended, by outcome. */
    outcomes: z.record(z.string(), z.number()),
    /** When a stopped file gives back what was not begun; null while it runs. */
    givenBackAt: z.nullable(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Stops a running file: lines not yet begun wait. After 24 hours they are given back to the wallet. Repeating changes nothing. */
export const stopBulk = {
  method: "POST",
  path: "/verification/bulk/{uploadId}/stop",
  access: "signed_in",
  summary: "Stops a bulk file: lines not yet begun wait.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.object({ state: z.enum(bulkStates) }),
  problems: [],
} as const satisfies Operation;

/** Lets a stopped file go on. */
export const resumeBulk = {
  method: "POST",
  path: "/verification/bulk/{uploadId}/go-on",
  access: "signed_in",
  summary: "Lets a stopped bulk file go on.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.object({ state: z.enum(bulkStates) }),
  problems: [],
} as const satisfies Operation;

/** Per line: line, masked or whole number, state in words, and the record's fields while they may be seen. A download. */
export const bulkResultsPath = "/verification/bulk/{uploadId}/results.csv";
