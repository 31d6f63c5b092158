import { bulkUploadResponse, bulkUploadPath } from "@idanimo/contract/bulk";
import { apiBase } from "@idanimo/contract/operation";
import type * as z from "zod/mini";
import { organisationHeaders } from "../../lib/active-organisation.ts";
import { type CallResult, readResponse, failedCall } from "../../lib/call.ts";

export type CheckedFile = z.output<typeof bulkUploadResponse>;

/** `unreadable`: the file was deleted, or is a folder [BULK-03]. */
export type UploadResult = CallResult<CheckedFile> | "unreadable" | "given_up";

type Options = {
  /** The share that has been sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Uploads a file as a stream: the browser reads it in chunks and never holds all of it in memory. Uses
 * XMLHttpRequest, because fetch does not report upload progress.
 */
export async function uploadFile(file: File, { onProgress, signal }: Options): Promise<UploadResult> {
  if (!(await isReadable(file))) return "unreadable";
  const response = await new Promise<Response | "no_answer" | "given_up">((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", apiBase + bulkUploadPath);
    request.setRequestHeader("content-type", "text/csv");
    request.setRequestHeader("accept", "application/json");
    for (const [name, value] of Object.entries(organisationHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => total > 0 && onProgress(loaded / total));
    request.addEventListener("load", () => {
      const headers = { "x-request-id": request.getResponseHeader("x-request-id") ?? "-" };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    request.addEventListener("error", () => resolve("no_answer"));
    request.addEventListener("abort", () => resolve("given_up"));
    if (signal.aborted) return resolve("given_up");
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
  if (response === "given_up") return "given_up";
  // the browser reports a file that was changed or deleted during the upload like a lost connection
  if (response === "no_answer") return (await isReadable(file)) ? failedCall("no_response") : "unreadable";
  return readResponse(response, { output: bulkUploadResponse, access: "signed_in" });
}

/** Whether the first byte can be read; a folder has none. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
