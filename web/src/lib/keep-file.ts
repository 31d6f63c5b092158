import * as z from "zod/mini";
import { type Problem, readAnswer, refused } from "./call.ts";

const anything = { output: z.never(), access: "signed_in" } as const;

/**
 * Fetches one PDF of the API and gives it to the browser to keep. Never throws. Nothing of it stays in the page.
 * @param address one of the contract's `downloads`
 * @returns why there is no file, or undefined once it is on its way to the disk
 */
export async function keepFile(address: string): Promise<Problem | undefined> {
  const headers = { accept: "application/pdf, application/problem+json" };
  const response = await fetch(address, { headers, credentials: "same-origin", cache: "no-store" }).catch(
    () => undefined,
  );
  if (!response) return refused("no_response").problem;
  if (!response.ok || !isPdf(response)) {
    const answer = await readAnswer(response, anything);
    return answer.ok ? refused("no_response").problem : answer.problem;
  }
  const file = await response.blob().catch(() => undefined);
  if (!file) return refused("no_response").problem;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = nameOf(response);
  link.click();
  // the browser has taken hold of it by the next turn
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
  return undefined;
}

const isPdf = (response: Response) => /^application\/pdf\b/.test(response.headers.get("content-type") ?? "");

/** The server's name for a file, or one of ours. */
export function nameOf(response: Pick<Response, "headers">): string {
  return /filename="([\w][\w .-]*\.pdf)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "report.pdf";
}
