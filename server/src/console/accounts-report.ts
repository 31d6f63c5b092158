import { Readable } from "node:stream";
import {
  type AccountsReportFile,
  accountsReportFiles,
  reportDays,
  type viewAccountsReport,
} from "@idanimo/contract/console/money";
import { consoleBase } from "@idanimo/contract/console/operation";
import { lagosDay } from "@idanimo/contract/date-format";
import { currencies } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { clampToToday, type DayRange, validateDayRange } from "@idanimo/contract/statement-days";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as z from "zod/mini";
import { findNow, type Tx, useSnapshot } from "../database/database.ts";
import { drawDocument } from "../documents/index.ts";
import { problemOf, sendProblem } from "../http/problem-response.ts";
import {
  accountLinesOf,
  accountsCsv,
  buildReportDocument,
  findImbalances,
  movementNames,
  movementsCsv,
  offLedgerNames,
  readAccountingReport,
  streamAccountDetails,
} from "../modules/payments/index.ts";
import { authorizeDownload } from "./authorize-download.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler, ConsoleMountDeps } from "./mount.ts";

/** The accounts report, as the terminal's `accounting-report` writes it. It names no customer. */

/** A report reads the ledger of its period, which may take longer than a list. */
const reportTimeout = "60s";

/** Runs in one snapshot of the database. */
const inSnapshot = <Value>({ db }: Pick<ConsoleDeps, "db">, read: (tx: Tx) => Promise<Value>): Promise<Value> =>
  db.transaction("system", async (tx) => {
    await useSnapshot(tx);
    await sql`select set_config('statement_timeout', ${reportTimeout}, true)`.execute(tx);
    return read(tx);
  });

/** The days that the report covers: none after today. */
async function readDays(tx: Tx, asked: DayRange): Promise<Result<DayRange, "bad_input">> {
  const today = lagosDay(await findNow(tx));
  const faults = validateDayRange(asked, today);
  return Object.keys(faults).length > 0 ? fail("bad_input", {}, { fields: faults }) : ok(clampToToday(asked, today));
}

export function createViewAccountsReport(deps: ConsoleDeps): ConsoleHandler<typeof viewAccountsReport> {
  return (asked) =>
    inSnapshot(deps, async (tx) => {
      const read = await readDays(tx, asked);
      if (!read.ok) return read;
      const days = read.value;
      const report = await readAccountingReport(tx, days);
      return ok({
        to: days.to,
        accounts: currencies.flatMap((currency) => accountLinesOf(report, currency)),
        movements: report.movements.map((line) => ({
          what: movementNames[line.what],
          currency: line.currency,
          times: Number(line.times),
          minor: line.minor,
        })),
        offLedger: report.offLedger.map((line) => ({
          what: offLedgerNames[line.what],
          currency: line.currency,
          times: Number(line.times),
          minor: line.minor,
        })),
        imbalances: currencies.flatMap((currency) =>
          findImbalances(report, currency).map((fault) => `${currency} ${fault}`),
        ),
        readAt: report.now.toISOString(),
      });
    });
}

const csvType = "text/csv; charset=utf-8";
type Written = { readonly type: string; readonly body: string | Buffer };

const writers: Readonly<Record<Exclude<AccountsReportFile, "details">, (tx: Tx, days: DayRange) => Promise<Written>>> =
  {
    pdf: async (tx, days) => {
      const report = await readAccountingReport(tx, days);
      return { type: "application/pdf", body: await drawDocument(buildReportDocument(report, days), report.now) };
    },
    accounts: async (tx, days) => ({ type: csvType, body: accountsCsv(await readAccountingReport(tx, days)) }),
    movements: async (tx, days) => ({ type: csvType, body: movementsCsv(await readAccountingReport(tx, days)) }),
  };

/** Mounts the report's files. */
export function accountsReportFileRoutes(
  app: FastifyInstance,
  identify: ConsoleMountDeps["identify"],
  deps: ConsoleDeps,
): void {
  const mount = (
    file: AccountsReportFile,
    write: (
      asked: DayRange,
    ) => Promise<Result<{ readonly type: string; readonly body: string | Buffer | Readable }, "bad_input">>,
  ) => {
    const { path, name } = accountsReportFiles[file];
    const query = z.strictObject(reportDays);
    app.get(consoleBase + path, async (request, reply) => {
      const allowed = await authorizeDownload(request, identify, "read_money");
      if (!allowed.ok) return sendProblem(reply, allowed.problem);
      const asked = query.safeParse(request.query);
      if (!asked.success) return sendProblem(reply, problemOf("bad_input"));
      const written = await write(asked.data);
      if (!written.ok) return sendProblem(reply, problemOf("bad_input", written.problem));
      const disposition = `attachment; filename="${asked.data.from}-to-${asked.data.to}-${name}"`;
      return reply.type(written.value.type).header("content-disposition", disposition).send(written.value.body);
    });
  };
  for (const file of ["pdf", "accounts", "movements"] as const)
    mount(file, (asked) =>
      inSnapshot(deps, async (tx) => {
        const days = await readDays(tx, asked);
        return days.ok ? ok(await writers[file](tx, days.value)) : days;
      }),
    );
  mount("details", async (asked) => {
    const days = await deps.db.transaction("system", (tx) => readDays(tx, asked));
    if (!days.ok) return days;
    const lines = streamAccountDetails((read) => deps.db.transaction("system", read), days.value);
    return ok({ type: csvType, body: Readable.from(lines) });
  });
}
