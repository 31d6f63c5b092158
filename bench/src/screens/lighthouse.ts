import lighthouse from "lighthouse";
import type { Browser } from "../browser.ts";

/** A phone's screen and a slow 4G line reckoned from what the page did, as Lighthouse does by itself; or a line slower than that. */
export type Line = "slow-4g" | "3g";
const lines = {
  "slow-4g": {},
  // 400 kbit/s, 400 ms there and back
  "3g": { throttling: { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 4 } },
} as const satisfies Record<Line, object>;

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];

export type Look = {
  /** 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Milliseconds, reckoned for the line. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocked: number;
  /** Layout shift. */
  readonly shift: number;
  /** Bytes over the line. */
  readonly bytes: number;
  /** What took from a score: a line each. */
  readonly findings: readonly string[];
};

/** @param skip audits that cannot hold for this page by what it is */
export async function look(
  browser: Browser,
  url: string,
  { line = "slow-4g", skip = [] }: { readonly line?: Line; readonly skip?: readonly string[] } = {},
): Promise<Look> {
  const flags = { port: browser.port, onlyCategories: [...categories], logLevel: "error" as const };
  const run = await lighthouse(url, { ...flags, skipAudits: [...skip], ...lines[line] });
  if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? "no answer"}`);
  const { audits, categories: told } = run.lhr;
  const number = (audit: string) => {
    const value = audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`${url}: nothing is known of ${audit}`);
    return value;
  };
  const score = (category: Category) => Math.round((told[category]?.score ?? 0) * 100);
  const findings = categories.flatMap((category) =>
    (told[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (weight === 0 || !audit || audit.score === null || audit.score >= (category === "performance" ? 0.9 : 1))
        return [];
      return [`${category}: ${audit.title}${audit.displayValue === undefined ? "" : ` (${audit.displayValue})`}`];
    }),
  );
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    firstPaint: number("first-contentful-paint"),
    largestPaint: number("largest-contentful-paint"),
    blocked: number("total-blocking-time"),
    shift: number("cumulative-layout-shift"),
    bytes: number("total-byte-weight"),
    findings,
  };
}
