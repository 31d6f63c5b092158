/**
 * A migration runs while programs of the previous version are still serving, and a release may be rolled back: what
 * those programs use must stay until none of them runs. So something new is added first, used by the next release,
 * and what it replaces is removed by the one after. This finds every statement that removes something, requires
 * more of writers, or locks a used table for long. An acceptable one has a comment above it that starts with the
 * marker and gives the reason.
 */
export const exemptionMarker = "-- beside the version before:";

type Statement = { readonly raw: string; readonly plain: string };

const tokenPattern = /--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^;'$-]+|[\s\S]/g;

/**
 * Statements with their comments, and the same without comments and texts; the content of a `do` block counts as
 * statements.
 */
export function parseStatements(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let [raw, plain] = ["", ""];
  const end = () => {
    if (plain.trim() !== "") found.push({ raw, plain: plain.replace(/\s+/g, " ").trim().toLowerCase() });
    [raw, plain] = ["", ""];
  };
  for (const [token] of text.matchAll(tokenPattern)) {
    raw += token;
    if (token === ";") end();
    else if (token.startsWith("--") || token.startsWith("'")) plain += " ";
    else if (/^\$\w*\$/.test(token)) plain += /^\s*do\b/i.test(plain) ? token.replaceAll("$", " ") : " $$ ";
    else plain += token;
  }
  end();
  return found;
}

const namePattern = String.raw`(?:if (?:not )?exists )?(?:only )?"?([a-z_][a-z0-9_.]*)`;
const captureAll = (plain: string, pattern: string) =>
  [...plain.matchAll(new RegExp(pattern, "g"))].map((hit) => hit[1] ?? "");

/**
 * Why a statement is incompatible with the previous version. `own` are tables and functions that the file itself
 * creates.
 */
function findIncompatibility(plain: string, own: ReadonlySet<string>): string | undefined {
  const isOld = (names: readonly string[]) => names.some((one) => !own.has(one));
  if (isOld(captureAll(plain, String.raw`\bdrop (?:table|function|view|type|sequence|procedure) ${namePattern}`)))
    return "drops an object that the previous version may use";
  const revoked = /\brevoke .*? on (?:function |table )?(.*?) from (?!public\b)/.exec(plain)?.[1];
  if (revoked !== undefined && isOld(revoked.replace(/\([^)]*\)/g, "").split(", "))) return "revokes a privilege";
  if (/\block table\b/.test(plain)) return "locks a table";
  if (isOld(captureAll(plain, String.raw`\bcreate (?:unique )?index (?:if not exists )?\w+ on ${namePattern}`)))
    return "blocks writers while it builds: an index on a table in use";
  if (isOld(captureAll(plain, String.raw`^(?:update|delete from) ${namePattern}`)))
    return "locks every row it changes until it commits: change old rows in small steps, by a job";
  if (!isOld(captureAll(plain, String.raw`\balter table ${namePattern}`))) return undefined;
  if (/\bdrop column\b/.test(plain)) return "drops a column that the previous version may use";
  if (/\brename\b/.test(plain)) return "renames what the previous version may use";
  if (/\balter column \w+ (?:set data )?type\b/.test(plain))
    return "changes a column's type, and may rewrite the table";
  if (/\bset not null\b/.test(plain)) return "requires a value that the previous version may not write";
  if (/\badd column [^,]*\bnot null\b(?![^,]*\b(?:default|generated)\b)(?<!\bdefault\b[^,]*)/.test(plain))
    return "requires a column that the previous version does not write";
  if (/\badd (?:constraint \w+ )?(?:check|foreign key|unique|primary key|exclude)\b(?!.*\bnot valid\b)/.test(plain))
    return "reads the complete table under a lock, and rejects what the previous version may write: add it not valid";
  return undefined;
}

/** The incompatibilities in migrations. */
export function compatibilityFindings(
  migrations: readonly { readonly name: string; readonly text: string }[],
): string[] {
  return migrations.flatMap((migration) => {
    const own = new Set<string>();
    return parseStatements(migration.text).flatMap(({ raw, plain }) => {
      const why = findIncompatibility(plain, own);
      const isCreate = /\bcreate (?:or replace )?(?:unlogged )?(?:table|function|view|type|sequence|procedure) /.test(
        plain,
      );
      if (isCreate)
        for (const one of captureAll(
          plain,
          String.raw`\bcreate (?:or replace )?(?:unlogged )?(?:table|function|view|type|sequence|procedure) ${namePattern}`,
        ))
          own.add(one);
      if (why === undefined || raw.includes(exemptionMarker)) return [];
      return [
        `${migration.name}: "${plain.slice(0, 60)}" ${why}. If it is acceptable, give the reason above it: ${exemptionMarker} …`,
      ];
    });
  });
}
