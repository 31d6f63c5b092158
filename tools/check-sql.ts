// Statements take parameters: no text of a statement is put together from values. Kysely's own `sql` template makes parameters of
// what stands in it; everything else that could hold a value in the text itself is refused here, but for the places named below.
// Source: T-64.
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

/** Ways in which a value could come into the text of a statement. */
const interpolationPatterns: readonly { readonly what: string; readonly looks: RegExp }[] = [
  { what: "a query whose text has a value in it", looks: /\b(?:query|execute|prepare)(?:<[^(]*>)?\(\s*`[^`]*\$\{/g },
  {
    what: "a statement's text with a value in it",
    looks: /\btext:\s*`\s*(?:select|insert|update|delete|with)\b[^`]*\$\{/gi,
  },
  { what: "a query put together with +", looks: /\bquery(?:<[^(]*>)?\(\s*["'`][^)]*["'`]\s*\+/g },
  { what: "sql.raw", looks: /\bsql\.raw\(/g },
  { what: "sql.lit", looks: /\bsql\.lit\(/g },
];

/** Where that is so on purpose: how often, and why no value of a caller can come there. */
const allowedInterpolations: Readonly<Record<string, readonly [number, string]>> = {
  "server/src/database/app-login.ts": [2, "a login's name and a password's verifier, escaped by the library"],
  "server/src/database/database.ts": [1, "the owner's id, which nameOf() has checked to be one"],
  "server/src/database/embedded/index.ts": [1, "a database's name of ours, escaped by the library"],
  "server/src/database/migrate.ts": [1, "milliseconds of patience, a constant"],
  "server/src/database/pools.ts": [1, "the role's name, a constant"],
  "server/src/http/live-hub.ts": [1, "the channel's name, a constant"],
  "server/src/modules/accounts/session-store.ts": [5, "minutes, seconds and columns, constants"],
  "server/src/modules/operators/breach-store.ts": [1, "a number of rows, a constant"],
  "server/src/modules/payments/reconciliation/store.ts": [2, "hours and times of constants"],
  "server/src/modules/retention/expired-rows.ts": [1, "conditions of a list of constants"],
  "server/src/modules/verification/export-sections.ts": [1, "states of a list of constants"],
};

const isProductFile = (path: string) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path);

/** What a file holds of these, as "line 12: a query …". */
export function findInterpolations(text: string): string[] {
  return interpolationPatterns.flatMap(({ what, looks }) =>
    [...text.matchAll(looks)].map(({ index }) => `line ${text.slice(0, index).split("\n").length}: ${what}`),
  );
}

/** What is wrong with a file: nothing where it holds as many as are allowed there. */
export function sqlFindings(path: string, text: string): string[] {
  const found = findInterpolations(text);
  const [allowed] = allowedInterpolations[path] ?? [0];
  return found.length === allowed ? [] : found.map((finding) => `${path}, ${finding} (${allowed} are known here)`);
}

if (import.meta.main) {
  const files = projectFiles().filter(isProductFile);
  const findings = files.flatMap((path) => sqlFindings(path, readProjectFile(path)));
  reportFindings(findings, `statements: no text is built from values in ${files.length} files`);
}
