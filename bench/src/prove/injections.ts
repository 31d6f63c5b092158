import { createServer } from "node:http";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "../chance.ts";
import { debianProgram, missingWords } from "../../../scripts/debian.mjs";
import { signIn } from "../client.ts";
import { startFleet } from "../fleet.ts";
import { freePort, inRoot } from "../program.ts";
import { type Call, callsIn, type Parameter } from "./injections/samples.ts";
import { tryWithSqlmap } from "./injections/sqlmap.ts";
import { prove } from "./proof.ts";

/**
 * T-64: sqlmap, level 3 and risk 2, at every parameter of every operation of the API's own description, signed in; `--count`
 * parameters, chosen by `--seed`. It must find nothing, and no statement may reach the database that it cannot read. The control is
 * a little server with a query built from its parameter: the same driver must find that.
 */

const sqlmap = debianProgram("sqlmap");
if (sqlmap === undefined) {
  console.error(`This proof ${missingWords("sqlmap")}.`);
  process.exit(2);
}

/** They end the sign-in or the account they are tried with, so they come last. */
const enders = ["/logout", "/sessions/", "password", "/close"];
const endsSomething = ({ path }: Call) => enders.some((word) => path.includes(word));

/** Every limit of the settings' own explanation, as wide as can be. */
async function noLimits(): Promise<string> {
  const text = await readFile(inRoot(".env.example"), "utf8");
  const part = /# How often single things[\s\S]*?#LIMITS=/.exec(text)?.[0] ?? "";
  const names = [...part.matchAll(/\b([a-z]+(?:_[a-z]+)+)=\d+/g)].map(([, name]) => name);
  return [...new Set(names)]
    .filter((name) => name !== "login_pair")
    .map((name) => `${name}=100000000`)
    .join(",");
}

await prove(300, async ({ count, seed, say }) => {
  const machinePort = await freePort();
  const fleet = await startFleet({ api: 1, jobs: 1, settings: { LIMITS: await noLimits() } });
  const api = fleet.members.find(({ role }) => role === "api");
  await api?.end();
  await api?.start({ METRICS_PORT: String(machinePort) }); // two processes cannot have one port
  const [origin = ""] = fleet.urls;
  const folder = `${fleet.folder}/sqlmap`;
  await mkdir(folder);
  const wrong: string[] = [];
  let requests = 0;
  let tried = 0;
  /** Statements that the database could not read: SQLSTATE class 42 is syntax and names. */
  const unread = async () => {
    const text = await (await fetch(`http://127.0.0.1:${machinePort}/metrics`)).text();
    return [...text.matchAll(/^idanimo_database_errors_total\{.*class="42".*\} (\d+)$/gm)].reduce(
      (sum, [, number]) => sum + Number(number),
      0,
    );
  };
  try {
    const calls = callsIn(await (await fetch(`${origin}/docs/json`)).json());
    const all = calls.flatMap((call) => call.parameters.map((parameter) => ({ call, parameter })));
    const { next } = chanceOf(seed);
    const drawn = all.map((one) => ({ ...one, place: next() })).toSorted((one, other) => one.place - other.place);
    const chosen = drawn.slice(0, count);
    const byCall = Map.groupBy(chosen, ({ call }) => call);
    const inOrder = [...byCall].toSorted(([one], [other]) => Number(endsSomething(one)) - Number(endsSomething(other)));
    say(`${chosen.length} of ${all.length} parameters of ${calls.length} operations`);
    const { email, password } = { email: "ada@example.test", password: "Example-1-password" };
    for (const [call, parts] of inOrder) {
      const parameters: readonly Parameter[] = parts.map(({ parameter }) => parameter);
      const token = await signIn(origin, email, password).then(
        (client) => client.token,
        () => "an-account-that-was-ended",
      );
      const before = await unread();
      const seen = await tryWithSqlmap(sqlmap, call, parameters, { origin, token, folder });
      requests += seen.requests;
      tried += parameters.length;
      const where = `${call.method} ${call.path} ${parameters.map(({ name }) => name).join(",")}`;
      say(`${tried} ${where}: ${seen.found ?? "nothing"}, ${seen.requests} tests`);
      if (seen.found !== undefined) wrong.push(`${where}: ${seen.found}`);
      const after = await unread();
      if (after > before) wrong.push(`${where}: ${after - before} statements that the database could not read`);
    }

    // the planted fault
    const planted = createServer((request, response) => {
      const name = new URL(request.url ?? "/", "http://localhost").searchParams.get("name") ?? "";
      fleet.owner.query(`select email from users where first_name = '${name}'`).then(
        ({ rowCount }) => response.end(JSON.stringify({ found: rowCount })),
        () => response.writeHead(500).end("{}"),
      );
    }).listen(0, "127.0.0.1");
    await once(planted, "listening");
    const address = planted.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const parameter: Parameter = { name: "name", place: "query", sample: "Ada" };
    const open: Call = { method: "GET", path: "/", parameters: [parameter] };
    const seen = await tryWithSqlmap(sqlmap, open, [parameter], {
      origin: `http://127.0.0.1:${port}`,
      token: "",
      folder,
    });
    planted.close();
    if (seen.found === undefined) wrong.push("the planted query was not found");
    await sleep(3_000); // what was just written is sealed within a second
    wrong.push(...(await fleet.brokenLaws()));
    const control = `control: ${/Type: (.*)/.exec(seen.found ?? "")?.[1] ?? "not found"}`;
    return { broken: tried, acknowledged: 0, lost: "-", wrong, notes: `${requests} tests; ${control}` };
  } finally {
    await fleet.close();
  }
});
