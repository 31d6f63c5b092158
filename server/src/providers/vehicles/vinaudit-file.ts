import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line, usualFault } from "../line.ts";
import { unusable } from "../look-up.ts";
import type { Answer, End } from "../outside.ts";
import type { FileFound, LookupAnswer, Source } from "../source.ts";
import { secrets } from "./vinaudit.ts";

/** VinAudit's own report as PDF. Its id was billed once, so reading it costs nothing. Source: providers 3.1. */

/** A larger report is not taken. Source: T-60. */
export const reportFileBytes = 10 * 1024 * 1024;
/** Of all tries together: nobody waits longer for something that is only good to have. */
const patienceMs = 10_000;
const mostTries = 2;

export function vehicleReportFile(
  line: Line,
  settings: SourceSettings["vinaudit"],
): Source<{ readonly vin: string; readonly reportId: string }, FileFound> {
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask({ vin, reportId }) {
      const form = new URLSearchParams({ ...secrets(settings), vin, id: reportId, format: "pdf" });
      const ends = performance.now() + patienceMs;
      let answer: LookupAnswer<FileFound> = { kind: "not_taken", why: "too_late" };
      for (let tries = 0; tries < mostTries && answer.kind === "not_taken"; tries += 1) {
        const leftMs = ends - performance.now();
        if (leftMs < 1) break;
        answer = fileIn(await askFor(line, below(settings.baseUrl, "pullreport"), form, leftMs));
      }
      return answer;
    },
  };
}

/** Posted as a form, like every call to this source. */
function askFor(line: Line, url: string, form: URLSearchParams, totalMs: number): Promise<End> {
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/pdf" };
  const bytes = Buffer.from(form.toString());
  return line.ask({ method: "POST", url, headers, bytes, totalMs, fileBytes: reportFileBytes }, (answer) =>
    answer.status < 300 ? (isPdf(answer) ? undefined : "no_pdf") : usualFault(answer),
  );
}

const isPdf = ({ bytes }: Answer) => bytes?.subarray(0, 5).toString("latin1") === "%PDF-";

function fileIn(end: End): LookupAnswer<FileFound> {
  if (end.kind === "timeout" || end.kind === "broken") return { kind: "not_taken", why: end.why };
  if (end.kind === "answer" && end.status >= 500) return { kind: "not_taken", why: "server_error" };
  const refused = unusable(end);
  if (refused) return refused;
  return end.kind === "answer" && end.bytes && isPdf(end)
    ? { kind: "found", record: { base64: end.bytes.toString("base64") } }
    : { kind: "failed", why: "no_pdf" };
}
