import { gzipSync } from "node:zlib";
import { respondJson, type Behaviour } from "./wire-server.ts";

const blanks = Buffer.alloc(1024 * 1024, " ");
/** Twenty megabytes in twenty kilobytes. */
const bomb = gzipSync(Buffer.concat([Buffer.from("{}"), ...Array.from({ length: 20 }, () => blanks)]));
const jsonHead = { "content-type": "application/json" } as const;

const piecemeal =
  (pauseMs: number): Behaviour =>
  (response) => {
    response.writeHead(200, jsonHead);
    const timer = setInterval(() => response.write(" "), pauseMs);
    response.once("close", () => clearInterval(timer));
  };

/** How a provider that responds can misbehave, whatever the request. Names are those of the threat list. */
export const misbehaviours = {
  "X-04 slow first byte": () => {},
  "X-05 slow drip": piecemeal(20),
  "X-06 error 500": respondJson(500, { status: false, message: "Something went wrong" }),
  "X-07 502 with a page": respondJson(502, "<html><h1>502 Bad Gateway</h1></html>", { "content-type": "text/html" }),
  "X-08 too many": respondJson(429, { message: "slow down" }, { "retry-after": "30" }),
  "X-09 key refused": respondJson(401, { status: false, message: "Unauthorized" }),
  "X-10 cut in the body": (response) => {
    response.writeHead(200, { ...jsonHead, "content-length": "500" }).write('{"status":');
    setTimeout(() => response.destroy(), 20);
  },
  "X-11 answer lost": (response) => void response.destroy(),
  "X-14 garbled": respondJson(200, '{"status":true,"data":{]~~'),
  "X-17 huge, announced": (response) =>
    void response.writeHead(200, { ...jsonHead, "content-length": "64000000" }).write("{"),
  "X-17 huge, unannounced": (response) => {
    response.writeHead(200, jsonHead);
    const more = (): void => void (response.writable && response.write(blanks, more));
    more();
  },
  "X-18 gzip bomb": (response) => void response.writeHead(200, { ...jsonHead, "content-encoding": "gzip" }).end(bomb),
  "X-18 packed in an unknown way": respondJson(200, "{}", { "content-encoding": "zstd, gzip" }),
  "X-18 packed and cut": (response) => {
    const packed = gzipSync(JSON.stringify({ status: "success", filler: "x".repeat(1000) }));
    response.writeHead(200, { ...jsonHead, "content-encoding": "gzip" }).end(packed.subarray(0, 20));
  },
  "X-19 bytes that are no text": (response) =>
    void response.writeHead(200, jsonHead).end(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])),
  "X-20 an error with 200": respondJson(200, {
    status: "error",
    message: "An error occurred. Please contact support",
    data: null,
  }),
  "T-62 too deep": respondJson(200, `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`),
  "T-62 a page with 200": respondJson(200, "<html></html>", { "content-type": "text/html" }),
  "T-62 a prototype": respondJson(200, '{"__proto__":{"response_code":"00","status":"success"},"constructor":{}}'),
  "T-62 another type": respondJson(200, '[1,"00",null]'),
  "T-62 empty": respondJson(200, ""),
  "a redirect": respondJson(302, "", { location: "http://127.0.0.1:1/elsewhere" }),
} as const satisfies Record<string, Behaviour>;

export type Misbehaviour = keyof typeof misbehaviours;
export const misbehaviourNames = Object.keys(misbehaviours) as readonly Misbehaviour[];
