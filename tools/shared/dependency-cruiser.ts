import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { root } from "./project.ts";

/** The workspaces whose dependencies are checked. */
export const workspaces = ["contract", "server", "web", "sandbox", "e2e", "bench", "ops"] as const;

/** One file and its imports, as paths below the project's root. */
export type Module = { readonly source: string; readonly imports: readonly string[] };

/** A dependency that a rule forbids. */
export type DependencyViolation = { readonly rule: string; readonly from: string; readonly to: string };

export type CruiseResult = { readonly modules: readonly Module[]; readonly violations: readonly DependencyViolation[] };

/** Follows every import below the folders, and applies the rules of `.dependency-cruiser.mjs`. */
export function runDependencyCruiser(
  projectRoot: string,
  folders: readonly string[],
  config = ".dependency-cruiser.mjs",
): CruiseResult {
  return parseCruiseResult(runDepcruise(projectRoot, ["--config", config, "--output-type", "json", ...folders]));
}

function runDepcruise(cwd: string, args: readonly string[]): string {
  const program = join(root, "node_modules/.bin/depcruise");
  try {
    return execFileSync(program, args, { cwd, encoding: "utf8", maxBuffer: 256_000_000, stdio: "pipe" });
  } catch (error) {
    // With violations its exit code is their number; its report is complete all the same.
    if (error instanceof Error && "stdout" in error && typeof error.stdout === "string" && error.stdout)
      return error.stdout;
    throw error;
  }
}

function parseCruiseResult(json: string): CruiseResult {
  const found: unknown = JSON.parse(json);
  const modules = listOf(found, "modules").map((module) => ({
    source: textOf(module, "source"),
    imports: listOf(module, "dependencies").map((dependency) => textOf(dependency, "resolved")),
  }));
  const wrong = listOf(fieldOf(found, "summary"), "violations").map((violation) => ({
    rule: textOf(fieldOf(violation, "rule"), "name"),
    from: textOf(violation, "from"),
    to: textOf(violation, "to"),
  }));
  return { modules, violations: wrong };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown, name: string): unknown[] {
  const list = fieldOf(value, name);
  if (!Array.isArray(list)) throw new Error(`dependency-cruiser's report has no ${name}`);
  return list;
}

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  if (typeof text !== "string") throw new Error(`dependency-cruiser's report has no ${name}`);
  return text;
}
