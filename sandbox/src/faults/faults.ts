import { seededFraction } from "../kernel/seeded-random.ts";
import { type FaultKind, isWebhookFault, type Target } from "./fault-kinds.ts";

export type FaultRule = {
  readonly target: Target;
  readonly kind: FaultKind;
  /** Share of calls that it hits, 0 to 1. */
  readonly rate: number;
  /** The same seed and the same order of calls hit the same calls. */
  readonly seed: string;
  /** Remaining hits; undefined for no limit. */
  readonly count: number | undefined;
  /** Only calls whose path contains this text; undefined for all. */
  readonly path: string | undefined;
};

type FaultReport = FaultRule & { readonly calls: number; readonly fired: number };

export type Faults = {
  add(rule: FaultRule): void;
  /** The fault for one incoming call, if a rule hits it. The first such rule wins. */
  forCall(target: Target, path: string): FaultKind | undefined;
  /** The fault for one webhook before it is sent. */
  forWebhook(target: Target): FaultKind | undefined;
  report(): FaultReport[];
  clear(): void;
};

/** Failing calls, and then working calls, while a source flaps. */
const callsPerFlap = 5;

export function createFaults(): Faults {
  let entries: { rule: FaultRule; calls: number; fired: number }[] = [];

  function next(target: Target, path: string, forNotice: boolean): FaultKind | undefined {
    let struck: FaultKind | undefined;
    for (const entry of entries) {
      const { rule } = entry;
      if (rule.target !== target || isWebhookFault(rule.kind) !== forNotice) continue;
      if (rule.path !== undefined && !path.includes(rule.path)) continue;
      const call = entry.calls++; // every rule counts every call, so that rules do not change each other's sequence
      const spent = rule.count !== undefined && entry.fired >= rule.count;
      if (struck !== undefined || spent || !isHitByRule(rule, call)) continue;
      entry.fired++;
      struck = rule.kind;
    }
    return struck;
  }

  return {
    add: (rule) => void entries.push({ rule, calls: 0, fired: 0 }),
    forCall: (target, path) => next(target, path, false),
    forWebhook: (target) => next(target, "", true),
    report: () => entries.map(({ rule, calls, fired }) => ({ ...rule, calls, fired })),
    clear: () => void (entries = []),
  };
}

/** Whether a rule hits its n-th call, counted from 0: the seed alone decides. */
function isHitByRule(rule: FaultRule, call: number): boolean {
  if (rule.kind === "flapping" && Math.floor(call / callsPerFlap) % 2 === 1) return false;
  return seededFraction(`${rule.seed}:${rule.target}:${rule.kind}:${call}`) < rule.rate;
}
