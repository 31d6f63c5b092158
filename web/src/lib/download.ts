import * as texts from "@idanimo/contract/texts";
import { unknown } from "zod/mini";
import { readResponse } from "./call.ts";

/** The outcome of a download. `words` say why nothing was saved. */
type DownloadResult = { readonly ok: true } | { readonly ok: false; readonly words: string };

type DownloadOptions = {
  readonly signal: AbortSignal;
  /** Bytes received so far. */
  readonly onProgress: (bytes: number) => void;
};

/** Bytes collected before they become a Blob, which the browser may store outside of memory. */
const chunkBytes = 8_000_000;

const connectionLostMessage = "The connection was lost before the file was complete, so it was not saved. Try again.";

/**
 * Downloads a file completely and then saves it: a rejected or interrupted download leaves no file and returns the
 * reason. One that `signal` cancels returns ok and saves nothing.
 * @param address one of the contract's `downloads`
 * @param fileName used if the server sends no name
 */
export async function download(
  address: string,
  fileName: string,
  { signal, onProgress }: DownloadOptions,
): Promise<DownloadResult> {
  const response = await fetch(address, { signal, credentials: "same-origin", cache: "no-store" }).catch(
    () => undefined,
  );
  if (signal.aborted) return { ok: true };
  if (!response)
    return { ok: false, words: `${texts.noResponse}. Nothing was saved. Check your connection and try again.` };
  if (!response.ok) {
    const result = await readResponse(response, { output: unknown(), access: "signed_in" });
    if (result.ok) return { ok: false, words: connectionLostMessage };
    const { fields, message } = result.problem;
    return { ok: false, words: Object.values(fields ?? {}).join(" ") || message };
  }
  const file = await readBlob(response, onProgress).catch(() => undefined);
  if (signal.aborted) return { ok: true };
  if (!file) return { ok: false, words: connectionLostMessage };
  saveBlob(file, fileNameFrom(response.headers.get("content-disposition")) ?? fileName);
  return { ok: true };
}

async function readBlob(response: Response, onProgress: DownloadOptions["onProgress"]): Promise<Blob> {
  const type = response.headers.get("content-type") ?? "";
  let [complete, parts, held, total] = [new Blob([], { type }), new Array<BlobPart>(), 0, 0];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    held += next.value.length;
    total += next.value.length;
    onProgress(total);
    if (held < chunkBytes) continue;
    complete = new Blob([complete, ...parts], { type });
    [parts, held] = [[], 0];
  }
  return new Blob([complete, ...parts], { type });
}

/** The file name in a `content-disposition` header; undefined if it contains a path. */
export function fileNameFrom(header: string | null): string | undefined {
  return /filename="([^"/\\]+)"/.exec(header ?? "")?.[1];
}

function saveBlob(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // the browser started to read it long before
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
