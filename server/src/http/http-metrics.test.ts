import Fastify from "fastify";
import { Registry } from "prom-client";
import { afterAll, expect, test } from "vitest";
import { addHttpMetrics } from "./http-metrics.ts";

const app = Fastify();
afterAll(() => app.close());

test("counts and times responses by method and route, and failures from 0", async () => {
  const registry = new Registry();
  addHttpMetrics(app, registry);
  let ms = 0;
  app.addHook("onRequest", (_request, reply, done) => {
    Object.defineProperty(reply, "elapsedTime", { value: ms });
    done();
  });
  app.get("/people/:id", (_request, reply) => reply.code(ms > 1_000 ? 503 : 200).send("one"));
  app.get("/open", { config: { isStream: true } }, () => "a stream");
  for (ms of [5, 6, 700, 11_000]) await app.inject(`/people/${ms}`);
  await app.inject("/open");
  await app.inject({ method: "PATCH", url: "/nowhere" });

  const lines = async () =>
    (await registry.metrics()).split("\n").filter((line) => !/^#|^idanimo_http_answers_total/.test(line));
  const samples = await lines();
  const of = (route: string) => samples.filter((line) => line.includes(`route="${route}"`));
  const timed = (le: number | "+Inf", count: number) =>
    `idanimo_http_seconds_bucket{le="${le}",method="GET",route="/people/:id"} ${count}`;
  expect(of("/people/:id")).toEqual([
    'idanimo_http_responses_total{method="GET",route="/people/:id",status="500"} 0',
    'idanimo_http_responses_total{method="GET",route="/people/:id",status="503"} 1',
    'idanimo_http_responses_total{method="GET",route="/people/:id",status="200"} 3',
    timed(0.005, 1),
    ...[0.01, 0.025, 0.05, 0.1, 0.25, 0.5].map((le) => timed(le, 2)),
    ...[1, 2.5, 10].map((le) => timed(le, 3)),
    timed("+Inf", 4),
    'idanimo_http_seconds_sum{method="GET",route="/people/:id"} 11.711',
    'idanimo_http_seconds_count{method="GET",route="/people/:id"} 4',
  ]);
  expect(of("/open")).toEqual([
    'idanimo_http_responses_total{method="GET",route="/open",status="500"} 0',
    'idanimo_http_responses_total{method="GET",route="/open",status="503"} 0',
    'idanimo_http_responses_total{method="GET",route="/open",status="200"} 1',
  ]);
  expect(of("none")[0]).toBe('idanimo_http_responses_total{method="other",route="none",status="404"} 1');
});
