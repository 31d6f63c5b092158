import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inRoot } from "../../program.ts";
import { checkOut, linkPackages, removeTree } from "../parts/tree.ts";
import type { Edit, Mutant } from "./mutant.ts";

/** A throw-away copy of the product, in which one thing at a time is broken. */
export type Lab = {
  /** What of a mutant was not as it must be: laws that did not see it, a text that is not there. Empty when every law saw it. */
  unseen(mutant: Mutant): Promise<readonly string[]>;
  /** What of a file's laws fails though nothing is broken: of such a law nobody can say what it saw. */
  unsound(test: string): Promise<readonly string[]>;
  /** Names of all laws of an R-row, each behind its file. */
  laws(): Promise<readonly Law[]>;
  close(): Promise<void>;
};
export type Law = { readonly file: string; readonly name: string };

const migrations = "server/src/database/migrations";
/** How long the tests of one file may take in a product that is broken. */
const patienceMs = 600_000;
const ofRow = /(?<![A-Z-])R-\d\d\b/;

export async function openLab(folder: string): Promise<Lab> {
  const tree = join(folder, "broken");
  await checkOut("HEAD", tree);
  await linkPackages(tree);
  await symlink(inRoot("web/build"), join(tree, "web/build"));
  return {
    unseen: async (mutant) => {
      const before = new Map<string, string>();
      try {
        for (const edit of editsOf(tree, mutant)) await apply(tree, edit, before);
        const failed = await failedLaws(tree, mutant.test);
        return missed(mutant, new Set(failed.filter(({ isLate }) => !isLate).map(({ name }) => name)));
      } catch (error) {
        return [`${mutant.broken}: ${error instanceof Error ? error.message : String(error)}`];
      } finally {
        for (const [path, text] of before) await writeFile(path, text);
      }
    },
    unsound: async (test) => {
      const failed = await failedLaws(tree, test).catch((error: unknown) => [{ name: String(error) }]);
      return failed.map(({ name }) => `though nothing is broken, of ${test} fails: ${name}`);
    },
    laws: async () => {
      const listed = join(tree, "laws.json");
      await vitest(tree, ["list", `--json=${listed}`]);
      const found: readonly Law[] = JSON.parse(await readFile(listed, "utf8"));
      return found
        .filter(({ name }) => ofRow.test(name))
        .map(({ file, name }) => ({ file: file.slice(tree.length + 1), name }));
    },
    close: () => removeTree(tree),
  };
}

/** Whether a law is named by a mutant. */
export const isCovered = ({ file, name }: Law, all: readonly Mutant[]) =>
  all.some(({ test, laws }) => test === file && laws.some((part) => name.includes(part)));

/** The newest migration says what a mutant's statements do as well. */
function editsOf(tree: string, { edits = [], sql }: Mutant): readonly Edit[] {
  if (sql === undefined) return edits;
  const newest = readdirSync(join(tree, migrations))
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .at(-1);
  return [...edits, [`${migrations}/${newest}`, "", sql]];
}

/** The text of a file with what is put; an empty text stands for the file's end. Throws a sentence where the text is not there once. */
export function edited(whole: string, [file, text, put]: Edit): string {
  if (text === "") return `${whole}\n${put}\n`;
  const times = whole.split(text).length - 1;
  if (times !== 1) throw new Error(`${file} holds "${text}" ${times} times, not once`);
  return whole.replace(text, () => put);
}

async function apply(tree: string, edit: Edit, before: Map<string, string>): Promise<void> {
  const path = join(tree, edit[0]);
  const whole = await readFile(path, "utf8");
  const put = edited(whole, edit);
  if (put === whole) throw new Error(`${edit[0]} is as it was`);
  if (!before.has(path)) before.set(path, whole);
  await writeFile(path, put);
}

/** A part of a law's name as it is listed: its placeholders (`%s`, `$why`) are filled in when it runs, and a space parts it from its group. */
export function asRun(part: string): RegExp {
  const plain = part.replaceAll(" > ", " ").split(/\$[\w.]+|\$\{[\w.]+\}|%[sdifjoO]/);
  return new RegExp(plain.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"));
}

/** One sentence for each law that did not fail. */
function missed({ broken, test, laws }: Mutant, failed: ReadonlySet<string>): readonly string[] {
  return laws
    .filter((part) => ![...failed].some((name) => asRun(part).test(name)))
    .map((part) => `${broken}: not seen by "${part}" in ${test}`);
}

type Report = {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** `isLate`: it ran out of time, as any law does on a busy machine, and says nothing of what was broken. */
type Failed = { readonly name: string; readonly isLate: boolean };

/** The laws of a file that fail. Throws where none of them ran. */
async function failedLaws(tree: string, test: string): Promise<readonly Failed[]> {
  const report = join(tree, "report.json");
  await writeFile(report, "");
  if (test.startsWith("bench/")) await runNode(tree, [join(tree, "server/tools/build.ts")]); // laws there start the built program
  const said = await vitest(tree, ["run", "--reporter=json", `--outputFile=${report}`, test]);
  const text = await readFile(report, "utf8");
  if (text === "") throw new Error(`${test} did not run: ${said.slice(-300)}`);
  const { testResults }: Report = JSON.parse(text);
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (all.length === 0) throw new Error(`${test} did not run: ${testResults[0]?.message ?? said.slice(-300)}`);
  return all
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages: why }) => ({
      name: fullName,
      isLate: why.length > 0 && why.every((message) => /^(TestTimeoutError|Error: Test timed out)/.test(message)),
    }));
}

/** @returns what it printed; however it ends, its report says how */
const vitest = (tree: string, args: readonly string[]) =>
  runNode(tree, [join(tree, "node_modules/vitest/vitest.mjs"), ...args]);

/** @returns what it printed, however it ended */
async function runNode(tree: string, args: readonly string[]): Promise<string> {
  const program = spawn(process.execPath, args, {
    cwd: tree,
    timeout: patienceMs,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  await once(program, "close");
  return said;
}
