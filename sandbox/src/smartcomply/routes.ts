import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { sendLookupResponse, type LookupResponse } from "../lookup-response.ts";
import { type Behaviour, behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import {
  type CreditHistory,
  type CreditBureau,
  creditHistoryOf,
  figuresOf,
  personalDataOf,
  missingBureau,
  ratingOf,
  tablesOf,
} from "./credit-history.ts";

export const errorBody = (message: string) => ({ status: "failed", data: [], message });

/** Each call below `/api/onboarding/individual`. */
const creditEndpoints: readonly {
  readonly path: string;
  readonly bureau: CreditBureau;
  readonly says: "all" | "sum" | "score";
}[] = [
  { path: "crc_summary", bureau: "crc", says: "sum" },
  { path: "crc_full", bureau: "crc", says: "all" },
  { path: "credit_scores_crc", bureau: "crc", says: "score" },
  { path: "first_central_summary", bureau: "first_central", says: "sum" },
  { path: "first_central_full", bureau: "first_central", says: "all" },
  { path: "credit_scores_first_central", bureau: "first_central", says: "score" },
  { path: "credit_registry_summary", bureau: "credit_registry", says: "sum" },
  { path: "credit_registry_full", bureau: "credit_registry", says: "all" },
];

/** The credit source's API. */
export function smartcomplyRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.addHook("preHandler", async (request, reply) => {
    if (request.headers["x-access-token"] === context.settings.keys.smartcomplyAccessToken) return;
    await reply.code(401).send(errorBody("Authentication credentials were not provided."));
  });

  for (const { path, bureau, says } of creditEndpoints)
    app.post(`/api/onboarding/individual/${path}`, async (request, reply) => {
      const bvn = textIn(request.body, "bvn") ?? "";
      if (!/^\d{11}$/.test(bvn)) return reply.code(400).send(errorBody("The BVN is not valid"));
      const asked = behaviourOf(bvn);
      const behaviour = says === "score" ? scoreBehaviour(asked) : asked;
      return sendLookupResponse(
        context,
        { request, reply },
        {
          product: path,
          value: bvn,
          behaviour: behaviour === "bureau_missing" && bureau === missingBureau ? "no_record" : behaviour,
          found(about, as) {
            const credit = creditHistoryOf(about, bureau, as, context.clock.now());
            if (says === "score" && credit.ficoScore === undefined) return noRecordOf(bureau);
            return { status: 200, body: bodyOf({ bvn: about, bureau, credit, says }), billed: true };
          },
          noRecord: noRecordOf(bureau),
          tryAgain: { status: 429, body: errorBody("Request was throttled. Please try again"), billed: false },
          accountEmpty: { status: 402, body: errorBody("Insufficient balance"), billed: false },
          wentWrong: { status: 500, body: errorBody("Something went wrong"), billed: false },
        },
      );
    });
}

/** A BVN's reserved behaviour applies to its first call; the score has only those that concern it too. */
const scoreBehaviours: readonly (Behaviour | undefined)[] = [
  "no_record",
  "other_person",
  "bureau_missing",
  "value_missing",
];
function scoreBehaviour(behaviour: Behaviour | undefined): Behaviour | undefined {
  return scoreBehaviours.includes(behaviour) ? behaviour : undefined;
}

/** One bureau returns 404, the others 400: the real source uses both. */
function noRecordOf(bureau: CreditBureau): LookupResponse {
  const status = bureau === "crc" ? 404 : 400;
  return { status, body: errorBody("No credit data available for this customer"), billed: false };
}

type CreditBodyInput = {
  readonly bvn: string;
  readonly bureau: CreditBureau;
  readonly credit: CreditHistory;
  readonly says: "all" | "sum" | "score";
};

/**
 * The wire's inconsistencies, one for each bureau: an older envelope, values as text with commas, `false` for an
 * empty list.
 */
function bodyOf({ bvn, bureau, credit, says }: CreditBodyInput) {
  const data = says === "score" ? scoreBody(bvn, bureau, credit) : recordBody(bvn, bureau, credit, says);
  if (bureau !== "crc") return { status: "success", message: "ok", data };
  return { success: true, statusCode: 200, message: "ok", response_code: "00", data };
}

function scoreBody(bvn: string, bureau: CreditBureau, credit: CreditHistory) {
  return bureau === "crc" ? ficoOf(bvn, credit) : consumerScoreOf(bvn, credit);
}

/** The only bureau whose score is a FICO score. */
function ficoOf(bvn: string, credit: CreditHistory) {
  const { ficoScore = 0, loans } = credit;
  const { name, gender, dateOfBirth } = personalDataOf(bvn, credit);
  return {
    bvn,
    name,
    gender,
    dateOfBirth,
    score: {
      totalNoOfDelinquentFacilities: loans.filter(({ daysLate }) => daysLate > 0).length,
      hasLoans: "YES",
      ficoScore: { score: ficoScore, rating: ratingOf(ficoScore), reasons: "LENGTH OF CREDIT HISTORY" },
      lastReportedDate: "31-JAN-2026",
      crcReportOrderNumber: `W-${bvn.slice(-4)}/2026`,
    },
  };
}

/** A score of the bureau's own, every value as text. */
function consumerScoreOf(bvn: string, credit: CreditHistory) {
  const { ficoScore = 0, loans } = credit;
  const { totalOutstanding, totalOverdue, totalNoOfDelinquentFacilities } = figuresOf(credit);
  return {
    bvn,
    score: {
      totalConsumerScore: String(ficoScore),
      description: ratingOf(ficoScore),
      totalAccounts: String(loans.length),
      totalaccountinGoodcondition: String(loans.length - totalNoOfDelinquentFacilities),
      totalaccountinBadcondition: String(totalNoOfDelinquentFacilities),
      totalOutstandingDebt: withCommas(totalOutstanding),
      totalAmountOverdue: withCommas(totalOverdue),
      repaymentHistoryScore: String(Math.round(ficoScore / 3)),
      firstCentralEnquiryResultID: bvn.slice(-8),
    },
  };
}

function recordBody(bvn: string, bureau: CreditBureau, credit: CreditHistory, says: "all" | "sum") {
  const { maxNoOfDays, ...figures } = figuresOf(credit);
  const counted = bureau === "credit_registry" ? figures : { ...figures, maxNoOfDays }; // that bureau does not count days
  return {
    _id: createHash("sha256").update(`${bureau}:${bvn}`).digest("hex").slice(0, 24),
    ...personalDataOf(bvn, credit),
    score: {
      ...(bureau === "first_central" ? mapValues(counted, withCommas) : counted),
      creditEnquiriesSummary: { last12MonthCount: credit.enquiries.length },
      ...(says === "all" &&
        mapValues(tablesOf(credit), (rows) => (bureau === "credit_registry" ? rows.length > 0 && rows : rows))),
      lastReportedDate: "31-JAN-2026",
    },
    searchedDate: "2026-02-01T10:00:00.000Z",
  };
}

function mapValues<Value>(record: Readonly<Record<string, Value>>, change: (value: Value) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

const withCommas = (figure: number) => String(figure).replace(/\B(?=(\d{3})+$)/g, ",");
