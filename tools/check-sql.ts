// Statements take parameters: no statement's text is built from values. Kysely's `sql` template turns its values
// into parameters; every other way to put a value into the text is rejected, except at the places listed below
// [T-64].
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

/** Ways in which a value could get into the text of a statement. */
const interpolationPatterns: readonly { readonly what: string; readonly looks: RegExp }[] = [
  { what: "a query whose text has a value in it", looks: /\b(?:query|execute|prepare)(?:<[^(]*>)?\(\s*`[^`]*\$\{/g },
  {
    what: "a statement's text with a value in it",
    looks: /\btext:\s*`\s*(?:select|insert|update|delete|with)\b[^`]*\$\{/gi,
  },
  { what: "a query built with +", looks: /\bquery(?:<[^(]*>)?\(\s*["'`][^)]*["'`]\s*\+/g },
  { what: "sql.raw", looks: /\bsql\.raw\(/g },
  { what: "sql.lit", looks: /\bsql\.lit\(/g },
];

/** Deliberate exceptions: how many, and why no caller's value can get there. */
const allowedInterpolations: Readonly<Record<string, readonly [number, string]>> = {
  "server/src/database/app-login.ts": [2, "a login's name and a password's verifier, escaped by the library"],
  "server/src/database/database.ts": [1, "the owner's id, which nameOf() has checked to be one"],
  "server/src/database/embedded/index.ts": [1, "the name of our own database, escaped by the library"],
  "server/src/database/migrate.ts": [1, "a timeout in milliseconds, a constant"],
  "server/src/database/row-retention.ts": [1, "conditions from lists of constants"],
  "server/src/database/pools.ts": [1, "the role's name, a constant"],
  "server/src/http/live-hub.ts": [1, "the channel's name, a constant"],
  "server/src/modules/accounts/session-store.ts": [3, "seconds and a balance, constants"],
  "server/src/modules/accounts/caller-store.ts": [3, "columns and a membership, constants"],
  "server/src/modules/accounts/read-views.ts": [1, "columns and a membership, constants"],
  "server/src/modules/developers/keys/caller-store.ts": [1, "columns of a caller, constants"],
  "server/src/modules/operators/breach-store.ts": [1, "a number of rows, a constant"],
  "server/src/modules/payments/reconciliation/store.ts": [2, "hours and intervals, constants"],
  "server/src/modules/verification/export-sections.ts": [1, "states from a list of constants"],
};

const isProductFile = (path: string) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path);

/** The interpolations in a file, as "line 12: a query …". */
export function findInterpolations(text: string): string[] {
  return interpolationPatterns.flatMap(({ what, looks }) =>
    [...text.matchAll(looks)].map(({ index }) => `line ${text.slice(0, index).split("\n").length}: ${what}`),
  );
}

/** The findings in a file: none if it has exactly as many interpolations as allowed there. */
export function sqlFindings(path: string, text: string): string[] {
  const found = findInterpolations(text);
  const [allowed] = allowedInterpolations[path] ?? [0];
  return found.length === allowed ? [] : found.map((finding) => `${path}, ${finding} (${allowed} are allowed here)`);
}

if (import.meta.main) {
  const files = projectFiles().filter(isProductFile);
  const findings = files.flatMap((path) => sqlFindings(path, readProjectFile(path)));
  reportFindings(findings, `statements: no text is built from values in ${files.length} files`);
}
