import * as z from "zod/mini";
import { publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** Bulk NIN: a CSV of numbers, one per line, checked before anything is paid [BULK-02]. */

export const bulkStates = ["checked", "running", "stopped", "completed"] as const;
export type BulkState = (typeof bulkStates)[number];

/** A file with only the heading, to fill in. One of the web's static files. */
export const bulkTemplatePath = "/nin-template.csv";

/** Most bad lines listed in a response; beyond that only their number is returned. */
export const bulkBadLinesMax = 100;

const uploadShape = z.object({
  uploadId: publicId,
  /** Lines of the file with a value, without the heading and duplicates [BULK-02]. */
  records: z.number(),
  /** Invalid lines, counted from 1 in the file, never with the number itself. Skip them, or the file cannot be bought. */
  bad: z.array(z.object({ line: z.number(), message: z.string() })),
  badCount: z.number(),
});

/**
 * A dry run of the file: counts the lines and lists each bad one. The body is the file as `text/csv`, read as a
 * stream, which is why the route is mounted by hand. Nothing is looked up or charged; an upload that is not bought
 * is deleted after 24 hours.
 */
export const bulkUploadPath = "/verification/bulk";
export const bulkUploadResponse = z.extend(uploadShape, {
  /** Sentences about what was skipped: a heading, other columns, duplicates. */
  notes: z.optional(z.array(z.string())),
});

/**
 * Leaves out the invalid lines of a checked file, so that the others can be bought: `records` then counts the valid
 * lines. Idempotent; a file that was bought is unchanged.
 */
export const skipBadLines = {
  method: "POST",
  path: "/verification/bulk/{uploadId}/skip-bad",
  access: "signed_in",
  right: "requests:create",
  summary: "Leaves out the invalid lines of a checked bulk file.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.object({ uploadId: publicId, records: z.number() }),
  problems: ["bulk_not_usable"],
} as const satisfies Operation;

/** Status of one upload, for its owner only. After the purchase: how many lines have ended, by outcome. */
export const readBulk = {
  method: "GET",
  path: "/verification/bulk/{uploadId}",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "Status of a bulk file: lines, those that are done, and how they ended.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.extend(uploadShape, {
    state: z.enum(bulkStates),
    /** Invalid lines that were left out. */
    skippedCount: z.number(),
    /** Lines whose lookup has started. */
    begun: z.number(),
    /** Lines that wait for the subject's consent. */
    waiting: z.number(),
    /** Lines that ended, by outcome. */
    outcomes: z.record(z.string(), z.number()),
    /** When the lines of a stopped file that have not started are refunded; null while it runs. */
    givenBackAt: z.nullable(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/**
 * Stops a running file: lines that have not started wait, and are refunded to the wallet after 24 hours.
 * Idempotent.
 */
export const stopBulk = {
  method: "POST",
  path: "/verification/bulk/{uploadId}/stop",
  access: "signed_in",
  right: "requests:create",
  summary: "Stops a bulk file: lines not started yet wait.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.object({ state: z.enum(bulkStates) }),
  problems: [],
} as const satisfies Operation;

/** Resumes a stopped file. */
export const resumeBulk = {
  method: "POST",
  path: "/verification/bulk/{uploadId}/go-on",
  access: "signed_in",
  right: "requests:create",
  summary: "Resumes a stopped bulk file.",
  input: z.strictObject({ uploadId: publicId }),
  output: z.object({ state: z.enum(bulkStates) }),
  problems: [],
} as const satisfies Operation;

/**
 * A download with one row per line: line, masked or complete number, state, and the record's fields while they may
 * be seen.
 */
export const bulkResultsPath = "/verification/bulk/{uploadId}/results.csv";
