import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse, type LookupResponse } from "../lookup-response.ts";
import { behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { renderReportPdf } from "./report-pdf.ts";
import { anotherVin, vehicleOf } from "./vehicles.ts";

export const errorBody = (error: string) => ({ success: false, error });

/** The source reports errors in the body, with status 200. */
const errorResponse = (error: string): LookupResponse => ({ status: 200, body: errorBody(error), billed: false });
const retriesBeforeReport = 2;

/** The source of vehicle histories, each call a posted form. */
export function vinauditRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { keys } = context.settings;
  const vinIn = (body: unknown) => {
    const vin = textIn(body, "vin")?.toUpperCase();
    return vin !== undefined && /^[A-Z0-9]{17}$/.test(vin) ? vin : undefined;
  };
  const isOurs = (body: unknown) => textIn(body, "key") === keys.vinauditKey;
  const isSignedIn = (body: unknown) =>
    isOurs(body) && textIn(body, "user") === keys.vinauditUser && textIn(body, "pass") === keys.vinauditPassword;

  app.post("/v2/query", async (request, reply) => {
    const vin = vinIn(request.body);
    if (!isSignedIn(request.body)) return errorBody("unauthorized_request");
    if (vin === undefined) return errorBody("invalid_vin");
    const asked = behaviourOf(vin);
    return sendLookupResponse(
      context,
      { request, reply },
      {
        product: "vehicle_id",
        value: vin,
        behaviour: asked === "try_again_twice" ? undefined : asked, // at this source it is the report that is not ready
        another: anotherVin,
        found(about) {
          const { attributes, reportId } = vehicleOf(about);
          return {
            status: 200,
            body: { vin: about, id: reportId, attributes, success: true, error: "" },
            billed: true,
          };
        },
        noRecord: errorResponse("invalid_vin"),
        tryAgain: errorResponse("failed_request"),
        accountEmpty: { status: 402, body: errorBody("failed_request"), billed: false },
        wentWrong: { status: 500, body: errorBody("failed_request"), billed: false },
      },
    );
  });

  for (const path of ["/v2/pullreport", "/v2/report"]) app.post(path, (request, reply) => pull(request, reply));

  /** A report is billed when its id is issued; reading it is free. */
  async function pull(request: FastifyRequest, reply: FastifyReply) {
    const [vin, id] = [vinIn(request.body), textIn(request.body, "id")];
    if (!isSignedIn(request.body)) return errorBody("unauthorized_request");
    if (vin === undefined || id !== vehicleOf(vin).reportId) return errorBody("missing_report");
    const isFile = textIn(request.body, "format") === "pdf";
    const read = (responseCode: string) =>
      context.lookups.record({
        product: isFile ? "vehicle_report_file" : "vehicle_report",
        number: vin,
        customerReference: id,
        responseCode,
        billed: false,
      });
    if (isFile) {
      const isMissing = behaviourOf(vin) === "bureau_missing";
      read(isMissing ? "incomplete_report" : "success");
      return isMissing ? errorBody("incomplete_report") : reply.type("application/pdf").send(renderReportPdf(vin, id));
    }
    if (
      behaviourOf(vin) === "try_again_twice" &&
      context.lookups.countRejectedAttempt("vehicle_report", vin, retriesBeforeReport)
    ) {
      read("incomplete_report");
      return errorBody("incomplete_report");
    }
    read("success");
    return reply.send(reportOf(vin, id));
  }

  app.post("/v3/specifications", async (request, reply) => {
    const vin = vinIn(request.body);
    if (!isOurs(request.body)) return errorBody("unauthorized_request");
    if (vin === undefined) return errorBody("invalid_vin");
    return sendLookupResponse(
      context,
      { request, reply },
      {
        product: "vehicle_specs",
        value: vin,
        behaviour: undefined, // a VIN's behaviour applies to its first call
        found(about) {
          const { attributes, msrp } = vehicleOf(about);
          return {
            status: 200,
            body: { vin: about, attributes: { ...attributes, msrp }, success: true, error: "" },
            billed: true,
          };
        },
        another: anotherVin,
        noRecord: errorResponse("invalid_vin"),
        tryAgain: errorResponse("failed_request"),
        accountEmpty: errorResponse("failed_request"),
        wentWrong: errorResponse("failed_request"),
      },
    );
  });
}

function reportOf(vin: string, id: string) {
  const { attributes, titles, accidents, salvage, thefts } = vehicleOf(vin);
  const clean = thefts.length === 0 && salvage.length === 0 && accidents.length === 0;
  return {
    id,
    vin,
    date: "2026-02-01",
    attributes,
    titles,
    jsi: [],
    lie: [],
    thefts,
    accidents,
    salvage,
    sale: [],
    checks: [],
    canada_registrations: [],
    canada_recalls: [],
    canada_thefts: [],
    clean,
    success: true,
    error: "",
  };
}
