import { Counter, Gauge, type Registry } from "prom-client";
import { paymentOutcomes } from "../modules/payments/index.ts";
import type { Providers } from "../providers/index.ts";

/** Metrics of what modules report. Known labels start at 0, so that an alert sees the first increase. */
export function createProductMetrics(registry: Registry, { cardPayments, sms }: Providers) {
  const registers = [registry];
  const unsigned = new Counter({
    name: "idanimo_unsigned_notices_total",
    help: "Inbound notices without a valid signature; nothing else is kept of them.",
    registers,
  });
  const paid = new Counter({
    name: "idanimo_payments_total",
    help: "Payments from the wallet by answer, and card payments by what settling did.",
    labelNames: ["way", "outcome"],
    registers,
  });
  for (const [way, outcomes] of Object.entries(paymentOutcomes))
    for (const outcome of outcomes) paid.inc({ way, outcome }, 0);
  const ignored = new Counter({
    name: "idanimo_ignored_notices_total",
    help: "Authentic notices of a provider that are of no use here, such as one about a transfer.",
    labelNames: ["provider"],
    registers,
  });
  for (const { name } of [cardPayments, sms]) ignored.inc({ provider: name }, 0);
  const refunds = new Counter({
    name: "idanimo_refunds_total",
    help: "Items whose whole price went back to the wallet.",
    registers,
  });
  const lostApiRequests = new Counter({
    name: "idanimo_api_requests_lost_total",
    help: "API calls of keys that the log of requests does not have, because the database was away too long.",
    registers,
  });
  return {
    countUnsignedNotice: () => unsigned.inc(),
    countPayment: (way: string, outcome: string) => paid.inc({ way, outcome }),
    countIgnoredNotice: (provider: string) => ignored.inc({ provider }),
    countRefund: () => refunds.inc(),
    countLostApiRequests: (calls: number) => lostApiRequests.inc(calls),
    openStreams: new Gauge({ name: "idanimo_streams_open", help: "Open streams of events.", registers }),
  };
}
