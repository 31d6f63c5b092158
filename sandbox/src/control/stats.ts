import { type Database, intOf, textOf } from "../kernel/database.ts";
import { majorOf } from "../kernel/money.ts";
import type { SandboxContext } from "../sandbox-context.ts";

/**
 * Counts of all calls and their effects, so that a test can check that nothing was queried, billed, paid or sent
 * twice. Amounts are in major units. A payment counts as taken once its transaction has settled as successful.
 */
export function collectStats({ database, lookups, calls, faults, counts, clock }: SandboxContext) {
  const byNumber = lookups.byNumber();
  const taken = listTakenPayments(database, clock.now());
  return {
    calls,
    lookups: {
      asked: sum(byNumber.map(({ asked: requestCount }) => requestCount)),
      billed: sum(byNumber.map(({ billed }) => billed)),
      byNumber,
      byCustomerReference: lookups.byCustomerReference(),
    },
    payments: {
      links: countOf(database, "select count(*) as total from payments"),
      taken: taken.length,
      takenTwice: taken.filter(({ times }) => times > 1).length,
      byReference: taken,
    },
    messages: {
      mail: countOf(database, "select count(*) as total from messages where channel = 'mail'"),
      sms: countOf(database, "select count(*) as total from messages where channel = 'sms'"),
      push: countOf(database, "select count(*) as total from messages where channel = 'push'"),
      bouncedMails: counts.bouncedMails,
    },
    notices: {
      taken: countOf(database, "select count(*) as total from notices where state = 'taken'"),
      waiting: countOf(database, "select count(*) as total from notices where state = 'waiting'"),
      givenUp: countOf(database, "select count(*) as total from notices where state = 'given_up'"),
    },
    faults: faults.report(),
  };
}

function listTakenPayments(database: Database, now: number) {
  const sql = `
    select p.tx_ref, p.currency, p.amount_minor as asked_minor, count(t.id) as times, sum(t.amount_minor) as paid_minor,
      (select coalesce(sum(r.amount_minor), 0) from refunds r join transactions o on o.id = r.transaction_id
        where o.payment_code = p.code) as refunded_minor
    from payments p join transactions t on t.payment_code = p.code
    where t.final_status = 'successful' and t.settles_at <= ?
    group by p.code order by max(t.id) desc`;
  return database.all(sql, now).map((row) => ({
    txRef: textOf(row, "tx_ref"),
    currency: textOf(row, "currency"),
    asked: majorOf(intOf(row, "asked_minor")),
    paid: majorOf(intOf(row, "paid_minor")),
    refunded: majorOf(intOf(row, "refunded_minor")),
    times: intOf(row, "times"),
  }));
}

function countOf(database: Database, sql: string): number {
  return intOf(database.one(sql), "total");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
