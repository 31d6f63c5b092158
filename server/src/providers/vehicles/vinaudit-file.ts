import type { SourceSettings } from "../source-settings.ts";
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
  client: ProviderClient,
  settings: SourceSettings["vinaudit"],
): Source<{ readonly vin: string; readonly reportId: string }, FileFound> {
  return {
    provider: client.name,
    health: () => client.health(),
    async query({ vin, reportId }) {
      const form = new URLSearchParams({ ...credentialFields(settings), vin, id: reportId, format: "pdf" });
      const ends = performance.now() + totalTimeoutMs;
      const url = joinUrl(settings.baseUrl, "pullreport");
      let result: LookupResult<FileFound> = { kind: "not_accepted", why: "too_late" };
      // reading again is free, so an attempt without a response may be repeated
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const leftMs = ends - performance.now();
        if (leftMs < 1) return result;
        result = parseFile(await requestFile(client, url, form, leftMs));
        if (result.kind !== "not_accepted") return result;
      }
      return result;
    },
  };
}

/** Posts a form, like every call to this source. */
function requestFile(
  client: ProviderClient,
  url: string,
  form: URLSearchParams,
  totalMs: number,
): Promise<HttpOutcome> {
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/pdf" };
  const bytes = Buffer.from(form.toString());
  return client.request({ method: "POST", url, headers, bytes, totalMs, fileBytes: reportFileMaxBytes }, (response) => {
    if (response.status >= 300) return defaultFault(response);
    return isPdf(response) ? undefined : "no_pdf";
  });
}

const isPdf = ({ bytes }: HttpResponse) => bytes?.subarray(0, 5).toString("latin1") === "%PDF-";

function parseFile(outcome: HttpOutcome): LookupResult<FileFound> {
  if (outcome.kind === "timeout" || outcome.kind === "broken") return { kind: "not_accepted", why: outcome.why };
  if (outcome.kind === "response" && outcome.status >= 500) return { kind: "not_accepted", why: "server_error" };
  const unusable = unusableOutcome(outcome);
  if (unusable) return unusable;
  return outcome.kind === "response" && outcome.bytes && isPdf(outcome)
    ? { kind: "found", record: { base64: outcome.bytes.toString("base64") } }
    : { kind: "failed", why: "no_pdf" };
}
