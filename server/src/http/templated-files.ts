import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

/** How long a request waits for current amounts. */
const amountsTimeoutMs = 1_000;

type RenderedFile = {
  /** Identifies this content. Weak, because all encodings share it. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
};

/** Formatted amounts by their name in a document: `<data value="NAME">`. */
export type Amounts = Readonly<Record<string, string>>;

/** Values that replace placeholders in the files. */
export type TemplateValues = {
  /** The placeholder of the origin, and the origin. */
  readonly origin: readonly [from: string, to: string];
  /** Current amounts: the same object while they are unchanged. */
  readonly amounts: () => Promise<Amounts>;
};

async function renderFile(name: string, [from, to]: TemplateValues["origin"], amounts: Amounts): Promise<RenderedFile> {
  const text = (await readFile(name, "utf8"))
    .replaceAll(from, to)
    .replace(/(<data value="([\w-]+)">)[^<]*/g, (built, tag: string, amount: string) =>
      amounts[amount] === undefined ? built : tag + amounts[amount],
    );
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`, plain, br, gzip: gz };
}

/**
 * Serves files of the build with the product's origin and prices inserted, as search engines and link previews need
 * them. One build serves any origin and price list: each file is rendered and compressed on its first request, and
 * again after an amount changed.
 */
export function serveTemplatedFiles(folder: string, { origin, amounts }: TemplateValues) {
  const made = new Map<string, { readonly current: Amounts; readonly filled: Promise<RenderedFile> }>();
  return async (request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const current = await amounts();
    let known = made.get(file);
    if (known?.current !== current) {
      known = { current, filled: renderFile(join(folder, file), origin, current) };
      made.set(file, known);
    }
    const filled = await known.filled;
    reply.header("etag", filled.etag).header("vary", "accept-encoding");
    if (request.headers["if-none-match"]?.includes(filled.etag)) return reply.code(304).send();
    const form = chooseEncoding(request.headers["accept-encoding"] ?? "");
    if (form !== "plain") reply.header("content-encoding", form);
    return reply.type(contentTypes[extname(file)] ?? "application/octet-stream").send(filled[form]);
  };
}

/** The smallest encoding that the client accepts; `q=0` excludes one. */
function chooseEncoding(accepted: string): "br" | "gzip" | "plain" {
  const taken = accepted.split(",").filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one));
  const takes = (form: string) => taken.some((one) => one.split(";")[0]?.trim() === form);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "plain";
}

/**
 * Caches amounts and reads them again when they are older than `ms`. While reading fails or is slow, returns the
 * last ones.
 * @param ms milliseconds
 * @throws if the first read fails
 */
export async function cacheAmounts(ask: () => Promise<Amounts>, ms: number): Promise<TemplateValues["amounts"]> {
  let stored = await ask();
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return stored;
    since = performance.now(); // concurrent requests use the last amounts
    const now = await Promise.race([ask(), setTimeout(amountsTimeoutMs, stored, { ref: false })]).catch(() => stored);
    if (!isDeepStrictEqual(now, stored)) stored = now;
    return stored;
  };
}
