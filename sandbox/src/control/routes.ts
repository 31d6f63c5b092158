import type { FastifyInstance } from "fastify";
import { appliesTo, faultKinds, isFaultKind, isTarget, targets } from "../faults/fault-kinds.ts";
import type { FaultRule } from "../faults/faults.ts";
import { fieldsOf, numberIn, textIn } from "../kernel/fields.ts";
import { zeroCallCounts, type SandboxContext } from "../sandbox-context.ts";
import { transactionEditRoutes } from "./transaction-edits.ts";
import { collectStats } from "./stats.ts";

/** Control paths for tests and chaos runs only. No adapter of the product calls them. */
export function controlRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { faults, clock } = context;
  transactionEditRoutes(app, context);
  const clockNow = () => ({ offsetMs: clock.offsetMs(), now: clock.iso() });

  app.post("/__sandbox/faults", async (request, reply) => {
    const rule = parseFaultRule(request.body);
    if (typeof rule === "string") return reply.code(400).send({ error: rule });
    faults.add(rule);
    return reply.code(201).send(faults.report());
  });
  app.get("/__sandbox/faults", async () => faults.report());
  app.delete("/__sandbox/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  app.post("/__sandbox/clock", async (request, reply) => {
    const offsetMs = numberIn(request.body, "offsetMs");
    if (offsetMs === undefined) return reply.code(400).send({ error: "offsetMs must be a number of milliseconds." });
    clock.setOffset(offsetMs);
    return clockNow();
  });
  app.get("/__sandbox/clock", async () => clockNow());

  app.get("/__sandbox/stats", async () => collectStats(context));

  app.post("/__sandbox/reset", async (_request, reply) => {
    context.database.clear();
    faults.clear();
    context.domainTexts.clear();
    clock.setOffset(0);
    Object.assign(context.calls, zeroCallCounts());
    context.counts.bouncedMails = 0;
    context.messages.changed();
    return reply.code(204).send();
  });
}

/** Reads one rule; returns an error message if it is invalid. */
function parseFaultRule(body: unknown): FaultRule | string {
  const target = textIn(body, "target");
  const kind = textIn(body, "kind");
  const { rate: askedRate, count: askedCount } = fieldsOf(body);
  const rate = askedRate === undefined ? 1 : numberIn(body, "rate");
  const count = askedCount === undefined ? undefined : numberIn(body, "count");
  if (!isTarget(target)) return `target must be one of ${targets.join(", ")}.`;
  if (!isFaultKind(kind)) return `kind must be one of ${Object.keys(faultKinds).join(", ")}.`;
  if (!appliesTo(kind, target)) return `${kind} does not apply to ${target}.`;
  if (rate === undefined || rate < 0 || rate > 1) return "rate must be a number from 0 to 1.";
  if (askedCount !== undefined && (count === undefined || count < 1)) return "count must be a whole number above 0.";
  return { target, kind, rate, seed: textIn(body, "seed") ?? "1", count, path: textIn(body, "path") };
}
