import type { SourceSettings } from "../../source-settings.ts";
import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import { unusableOutcome } from "../lookup-outcome.ts";
import type { HttpResponse, HttpOutcome } from "../http-client.ts";
import type { FileFound, LookupResult, Source } from "../source.ts";
import { credentialFields } from "./vinaudit.ts";

/** VinAudit's own report as PDF. Its id was billed once, so reading it is free. */

/** A larger report is rejected. [T-60] */
export const reportFileMaxBytes = 10 * 1024 * 1024;
/** For all attempts together, because the file is optional. */
const totalTimeoutMs = 10_000;
const maxAttempts = 2;

export function vehicleReportFile(
  line: ProviderClient,
  settings: SourceSettings["vinaudit"],
): Source<{ readonly vin: string; readonly reportId: string }, FileFound> {
  return {
    provider: line.name,
    health: () => line.health(),
    async query({ vin, reportId }) {
      const form = new URLSearchParams({ ...credentialFields(settings), vin, id: reportId, format: "pdf" });
      const ends = performance.now() + totalTimeoutMs;
      let answer: LookupResult<FileFound> = { kind: "not_taken", why: "too_late" };
      for (let tries = 0; tries < maxAttempts && answer.kind === "not_taken"; tries += 1) {
        const leftMs = ends - performance.now();
        if (leftMs < 1) break;
        answer = parseFile(await requestFile(line, joinUrl(settings.baseUrl, "pullreport"), form, leftMs));
      }
      return answer;
    },
  };
}

/** Posts a form, like every call to this source. */
function requestFile(line: ProviderClient, url: string, form: URLSearchParams, totalMs: number): Promise<HttpOutcome> {
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/pdf" };
  const bytes = Buffer.from(form.toString());
  return line.request({ method: "POST", url, headers, bytes, totalMs, fileBytes: reportFileMaxBytes }, (answer) =>
    answer.status < 300 ? (isPdf(answer) ? undefined : "no_pdf") : defaultFault(answer),
  );
}

const isPdf = ({ bytes }: HttpResponse) => bytes?.subarray(0, 5).toString("latin1") === "%PDF-";

function parseFile(end: HttpOutcome): LookupResult<FileFound> {
  if (end.kind === "timeout" || end.kind === "broken") return { kind: "not_taken", why: end.why };
  if (end.kind === "answer" && end.status >= 500) return { kind: "not_taken", why: "server_error" };
  const refused = unusableOutcome(end);
  if (refused) return refused;
  return end.kind === "answer" && end.bytes && isPdf(end)
    ? { kind: "found", record: { base64: end.bytes.toString("base64") } }
    : { kind: "failed", why: "no_pdf" };
}
