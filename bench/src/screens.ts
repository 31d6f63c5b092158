import { execFile } from "node:child_process";
import { loadavg } from "node:os";
import { parseArgs, promisify } from "node:util";
import { evaluate, newPage, openBrowser, setCookie } from "./browser.ts";
import { signIn } from "./client.ts";
import { startFleet } from "./fleet.ts";
import { inRoot, newFolder, removeFolder } from "./program.ts";
import { type Figure, median, noLessThan, noMoreThan, print, ratioOf } from "./report.ts";
import { type Category, type Line, look, type Look } from "./screens/lighthouse.ts";
import { serveText } from "./screens/static-page.ts";

/**
 * G-F4 and G-F5: what Lighthouse says of the pages as a phone on a slow line sees them, the web as it is built for production. A score
 * is set against 100, the median of `--rounds` (5); the sign-in's largest paint against that of a static page with the same
 * text, style sheets and letters. Nobody is signed in at Google, whose offer would lie over the page. `--line 3g` reckons with 400 kbit/s in place of slow 4G; `--web` takes a build that is there.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    line: { type: "string", default: "slow-4g" },
    web: { type: "string" },
    only: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const line: Line = values.line === "3g" ? "3g" : "slow-4g";

const folder = await newFolder();
const web = values.web ?? `${folder}/web`;
if (values.web === undefined)
  await promisify(execFile)("npm", ["run", "-s", "build", "-w", "web"], {
    cwd: inRoot("."),
    env: { ...process.env, BUILD_DIR: web },
  });
const fleet = await startFleet({ api: 1, jobs: 0, settings: { WEB_DIR: web, SANDBOX_GOOGLE_SESSION: "0" } });
const [origin = ""] = fleet.urls;

type Screen = {
  readonly name: string;
  readonly path: string;
  /** Performance: what to reach, and what may never be missed. */
  readonly goal: readonly [number, number];
  /** Behind the sign-in: nothing there is for search engines. */
  readonly signedIn?: true;
};
const all: readonly Screen[] = [
  { name: "landing", path: "/", goal: [100, 98] },
  { name: "questions", path: "/faq", goal: [100, 98] },
  { name: "sign-in", path: "/login", goal: [99, 95] },
  { name: "sign-up", path: "/individual/sign-up/1", goal: [99, 95] },
  { name: "dashboard", path: "/main-dashboard", goal: [97, 92], signedIn: true },
];
const screens = all.filter(({ name }) => values.only === undefined || values.only.split(",").includes(name));

const visitor = await openBrowser(`${folder}/visitor`);
const holder = await openBrowser(`${folder}/holder`);
const { token } = await signIn(origin, "ada@example.test", "Example-1-password");
await setCookie(holder, origin, { name: "__Host-idanimo", value: token });

const session = await newPage(visitor);
await visitor.ask("Page.navigate", { url: `${origin}/login` }, session);
const text = await evaluate(
  visitor,
  session,
  `new Promise((resolve) => {
    const tell = () => document.querySelector("form") ? resolve(document.body.innerText) : setTimeout(tell, 50);
    tell();
  })`,
);
const lines = String(text).split("\n").filter(Boolean);
// what makes the page look as it does; what it does is what the goal asks the price of
const document = await (await fetch(`${origin}/login`)).text();
const head = document.match(/<link rel="(?:preload|stylesheet)"[^>]*>/g) ?? [];
const [same, bare] = [await serveText("Sign in", lines, { origin, head }), await serveText("Sign in", lines)];

const seen = new Map<string, Look[]>();
const paint = noMoreThan([1.3, 1.6], "G-F5", "largest paint of the sign-in to that of a static page", "ms");
const paintToBare: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  for (const { name, path, signedIn } of screens) {
    // what is behind the sign-in asks search engines to stay away
    const told = await look(signedIn ? holder : visitor, origin + path, {
      line,
      skip: signedIn ? ["is-crawlable"] : [],
    });
    seen.set(name, [...(seen.get(name) ?? []), told]);
    console.error(`${name}: ${Object.values(told.scores).join(" ")}, ${told.findings.join("; ")}`);
    if (name === "sign-in") {
      const [still, plain] = [await look(visitor, same.url, { line }), await look(visitor, bare.url, { line })];
      paint.rounds.push({ ours: told.largestPaint, reference: still.largestPaint });
      paintToBare.push(told.largestPaint / plain.largestPaint);
    }
  }
}

console.log(
  "| Page | Performance | Access | Practices | Search | First paint | Largest paint | Blocked | Shift | Bytes |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const [name, looks] of seen) {
  const of = (pick: (one: Look) => number) => median(looks.map(pick));
  const score = (category: Category) => of(({ scores }) => scores[category]);
  const seconds = (pick: (one: Look) => number) => `${(of(pick) / 1000).toFixed(2)} s`;
  console.log(
    `| ${name} | ${score("performance")} | ${score("accessibility")} | ${score("best-practices")} | ${score("seo")} | ` +
      `${seconds((one) => one.firstPaint)} | ${seconds((one) => one.largestPaint)} | ${of((one) => one.blocked).toFixed(0)} ms | ` +
      `${of((one) => one.shift).toFixed(3)} | ${(of((one) => one.bytes) / 1000).toFixed(0)} kB |`,
  );
}
const others: readonly Category[] = ["accessibility", "best-practices", "seo"];
const figures = screens.flatMap(({ name, goal: [target, floor] }): Figure[] => {
  const score = (category: Category) =>
    (seen.get(name) ?? []).map(({ scores }) => ({ ours: scores[category], reference: 100 }));
  const performance = noLessThan([target / 100, floor / 100], "G-F4", `${name}: performance`, "of 100");
  return [
    { ...performance, rounds: score("performance") },
    ...others.map((category) => ({
      ...noLessThan([1, 1], "G-F4", `${name}: ${category}`, "of 100"),
      rounds: score(category),
    })),
  ];
});
if (paintToBare.length > 0)
  console.log(
    `\nLargest paint of the sign-in to that of the same text without style sheet and letters: ${median(paintToBare).toFixed(2)}x.`,
  );
console.log(`\nLine: ${line}. Load at the end: ${loadavg()[0]?.toFixed(1)}.\n`);
process.exitCode = print([...figures, ...(paint.rounds.length > 0 ? [paint] : [])].map(ratioOf));
await Promise.all([visitor.close(), holder.close(), same.close(), bare.close()]);
await fleet.close();
await removeFolder(folder);
