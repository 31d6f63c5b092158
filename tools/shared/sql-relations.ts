/** Words after which a relation is named. */
const relationKeywords = new Set(["from", "join", "into", "update", "using", "table", "truncate"]);
/** Words that end a relation's alias. */
const clauseKeywords = new Set(
  "on where set values select join left right inner full cross natural order group having limit offset for union except intersect returning window using as lateral tablesample default overriding with when then loop and or not end".split(
    " ",
  ),
);
const functionsWithFrom = new Set(["extract", "substring", "trim", "overlay", "position"]);

/** Whether a text is a statement or a part of one, rather than prose. */
const looksLikeSql = (text: string) =>
  /\b(?:select|insert\s+into|update\s+\w+[^;]*\bset|delete\s+from|merge\s+into|truncate|lock\s+table|(?:from|join)\s+\w+)\b/i.test(
    text,
  );

function tokensOf(text: string): string[] {
  const bare = text
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/'(?:[^']|'')*'/g, " '' ");
  return bare.match(/[a-z_][\w$]*(?:\.[a-z_][\w$]*)*|\$\d+|[(),;]|''|[^\s\w]/gi) ?? [];
}

/** Names of the relations in the from, join, into, update, using and truncate clauses of a statement, one per use. */
export function namedRelations(text: string): string[] {
  if (!looksLikeSql(text)) return [];
  const tokens = tokensOf(text).map((token) => token.toLowerCase());
  const names: string[] = [];
  tokens.forEach((token, at) => {
    if (relationKeywords.has(token) && !isOtherUse(tokens, at)) readList(tokens, at + 1, names);
  });
  return names;
}

/** `extract(epoch from x)`, `is distinct from x`, `for update of x`. */
function isOtherUse(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1];
  if (tokens[at] === "update") return before === "for" || before === "do" || before === "key";
  if (tokens[at] !== "from") return false;
  if (before === "distinct" && tokens[at - 2] !== "select") return true;
  const opening = openingBefore(tokens, at);
  return opening > 0 && functionsWithFrom.has(tokens[opening - 1] ?? "");
}

/** Index of the parenthesis that is open at a token, or -1. */
function openingBefore(tokens: readonly string[], at: number): number {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    if (tokens[index] === ")") depth++;
    else if (tokens[index] === "(" && depth-- === 0) return index;
  }
  return -1;
}

/** Reads `a as x, b y, (select …) z, f(1) w`. */
function readList(tokens: readonly string[], start: number, names: string[]): void {
  let at = start;
  for (;;) {
    while (tokens[at] === "only" || tokens[at] === "lateral" || tokens[at] === "table") at++;
    const name = tokens[at];
    if (name === undefined) return;
    if (name !== "(") {
      if (!/^[a-z_]/.test(name)) return;
      if (tokens[at + 1] !== "(" || tokens[start - 1] === "into") names.push(name.replace(/^public\./, ""));
      at++;
    }
    if (tokens[at] === "(") at = afterParenthesis(tokens, at);
    if (tokens[at] === "with" && tokens[at + 1] === "ordinality") at += 2;
    if (tokens[at] === "as") at++;
    const alias = tokens[at];
    if (alias !== undefined && /^[a-z_]/.test(alias) && !clauseKeywords.has(alias)) at++;
    if (tokens[at] === "(") at = afterParenthesis(tokens, at);
    if (tokens[at] !== ",") return;
    at++;
  }
}

function afterParenthesis(tokens: readonly string[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    if (tokens[index] === "(") depth++;
    else if (tokens[index] === ")" && --depth === 0) return index + 1;
  }
  return tokens.length;
}
