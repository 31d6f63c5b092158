import { seededFraction } from "../kernel/seeded-random.ts";
import { type FaultKind, isWebhookFault, type Target } from "./fault-kinds.ts";

export type FaultRule = {
  readonly target: Target;
  readonly kind: FaultKind;
  /** Share of calls it strikes, 0 to 1. */
  readonly rate: number;
  /** Same seed and same order of calls: same calls struck. */
  readonly seed: string;
  /** Strikes left altogether; undefined for no end. */
  readonly count: number | undefined;
  /** Only calls whose path contains this text; undefined for all. */
  readonly path: string | undefined;
};

type FaultReport = FaultRule & { readonly calls: number; readonly fired: number };

export type Faults = {
  add(rule: FaultRule): void;
  /** The fault for one incoming call, if a rule strikes it. The first rule that strikes wins. */
  forCall(target: Target, path: string): FaultKind | undefined;
  /** The fault for one notice that is about to be sent. */
  forWebhook(target: Target): FaultKind | undefined;
  report(): FaultReport[];
  clear(): void;
};

/** Calls that fail, and then calls that work, while a source flaps. */
const callsPerFlap = 5;

export function createFaults(): Faults {
  let entries: { rule: FaultRule; calls: number; fired: number }[] = [];

  function next(target: Target, path: string, forNotice: boolean): FaultKind | undefined {
    let struck: FaultKind | undefined;
    for (const entry of entries) {
      const { rule } = entry;
      if (rule.target !== target || isWebhookFault(rule.kind) !== forNotice) continue;
      if (rule.path !== undefined && !path.includes(rule.path)) continue;
      const call = entry.calls++; // every rule counts every call, so that rules do not disturb one another's sequence
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

/** Whether a rule strikes its n-th call, counted from 0: decided by the seed alone. */
function isHitByRule(rule: FaultRule, call: number): boolean {
  if (rule.kind === "flapping" && Math.floor(call / callsPerFlap) % 2 === 1) return false;
  return seededFraction(`${rule.seed}:${rule.target}:${rule.kind}:${call}`) < rule.rate;
}
