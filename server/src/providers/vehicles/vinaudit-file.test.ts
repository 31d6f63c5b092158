import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  respondJson,
  type Behaviour,
  createTestClient,
  startWireServer,
  type WireServer,
} from "../testing/wire-server.ts";
import { reportFileMaxBytes, vehicleReportFile } from "./vinaudit-file.ts";

const query = { vin: "2TDEM0A12B3C45678", reportId: "S90000000017" };

let server: WireServer;
const { line, outside: httpClient } = createTestClient("vinaudit-file", { limits: { bytes: 1_000 }, mostMs: 2_000 });
const ask = () =>
  vehicleReportFile(line, {
    baseUrl: `${server.url}/v2/`,
    specsUrl: server.url,
    key: "a-key",
    user: "a-user",
    password: "a-pass&word",
  }).query(query, "attempt");

beforeAll(async () => void (server = await startWireServer()));
beforeEach(() => void (server.requests.length = 0));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

const sends =
  (bytes: Buffer, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) =>
    void response.writeHead(200, { "content-type": "application/pdf", ...headers }).end(bytes);
/** Not text, and larger than any response that is read as text here. */
const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from([0xc3, 0x28, 0xff, 0]), Buffer.alloc(5_000, 1)]);

test("returns the file byte by byte, by a posted form, without secrets in the URL [RESULT-VIN-05 T-54]", async () => {
  server.respondWith(sends(pdf));
  const got = await ask();
  expect(got).toEqual({ kind: "found", record: { base64: pdf.toString("base64") } });
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v2/pullreport"]);
  expect(server.requests[0]?.body).toEqual({
    key: "a-key",
    user: "a-user",
    pass: "a-pass&word",
    vin: query.vin,
    id: query.reportId,
    format: "pdf",
  });
});

const failing = (why: string) => ({ kind: "failed", why });
test.each<readonly [string, Behaviour, object, number]>([
  ["an error in JSON", respondJson(200, { success: false, error: "incomplete_report" }), failing("no_pdf"), 1],
  ["a page that claims to be a PDF", sends(Buffer.from("<html>%PDF-1.4")), failing("no_pdf"), 1],
  ["a PDF with a leading blank", sends(Buffer.from(" %PDF-1.4")), failing("no_pdf"), 1],
  ["an empty file", sends(Buffer.alloc(0)), failing("no_pdf"), 1],
  ["a file with status 404", (response) => void response.writeHead(404).end(pdf), failing("http_404"), 1],
  [
    "a redirect to a file",
    (response, { path }) =>
      path === "/elsewhere"
        ? sends(pdf)(response, { method: "", path, headers: {}, raw: pdf, body: undefined })
        : void response.writeHead(302, { location: `${server.url}/elsewhere` }).end(),
    { kind: "not_accepted", why: "redirect" },
    2,
  ],
  [
    "a stated length of one byte too many",
    sends(pdf, { "content-length": String(reportFileMaxBytes + 1) }),
    { kind: "not_accepted", why: "too_large" },
    2,
  ],
])("rejects %s as a file after at most two requests [T-60 T-62]", async (_what, behaviour, ends, calls) => {
  server.respondWith(behaviour);
  expect(await ask()).toEqual(ends);
  expect(server.requests).toHaveLength(calls);
});

test("accepts ten megabytes and not a byte more [T-60]", async () => {
  const most = Buffer.alloc(reportFileMaxBytes, 0x20);
  most.write("%PDF-1.4");
  server.respondWith(sends(most));
  expect((await ask()).kind).toBe("found");
  server.respondWith(sends(Buffer.concat([most, Buffer.from("x")]), { "transfer-encoding": "chunked" }));
  expect(await ask()).toEqual({ kind: "not_accepted", why: "too_large" });
});

test("repeats a lost read once, since it is free [R-12]", async () => {
  let calls = 0;
  server.respondWith((response, reached) => {
    calls += 1;
    if (calls === 1) response.destroy();
    else sends(pdf)(response, reached);
  });
  expect((await ask()).kind).toBe("found");
  expect(calls).toBe(2);
});
