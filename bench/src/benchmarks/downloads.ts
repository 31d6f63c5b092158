import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inRoot } from "../support/processes.ts";
import { atMost, type Benchmark, type RatioGoal } from "./benchmark.ts";

/** Largest script of the landing page, kB. */
const landingKb = 4;

/** The built web; web/tools/sizes.mjs follows the imports of each document. */
export const downloads: Benchmark = {
  name: "downloads",
  goals: ["G-F1", "G-F2", "G-F3"],
  what: "JavaScript that a page downloads (gzip), to React and ReactDOM built in the same run",
  defaultRounds: 1,
  defaultSeconds: 0,
  async run() {
    const { stdout } = await promisify(execFile)("npm", ["run", "-s", "sizes", "-w", "web"], { cwd: inRoot(".") });
    const react = Number(/react \+ react-dom: +([\d.]+) kB/.exec(stdout)?.[1]);
    const rows = [...stdout.matchAll(/^(\S.*?)  +[\d.]+ +[\d.]+ +([\d.]+) /gm)];
    const resultOf = (goal: RatioGoal, document: string, reference: number) => {
      const scripts = rows.flatMap(([, name = "", kb]) => (name.startsWith(document) ? Number(kb) : []));
      goal.addRound(Math.max(...scripts), reference);
      return goal.result();
    };
    return [
      resultOf(
        atMost([0.75, 1], "G-F1", `JavaScript of the landing page to ${landingKb} kB`, "kB"),
        "landing",
        landingKb,
      ),
      resultOf(atMost([1.6, 2], "G-F2", "JavaScript of the sign-in document to React", "kB"), "sign-in", react),
      resultOf(atMost([2.2, 2.8], "G-F3", "JavaScript of the dashboard to React", "kB"), "application", react),
      resultOf(atMost([2.4, 3], "G-F3", "JavaScript of the largest result to React", "kB"), "result", react),
    ];
  },
};
