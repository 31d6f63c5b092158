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

/** How long a reader of a document waits for today's amounts. */
const amountsTimeoutMs = 1_000;

type RenderedFile = {
  /** Names this content. Weak, since each of its forms has the same. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
};

/** Amounts of money in words, by the name they have in a document: `<data value="NAME">`. */
export type Amounts = Readonly<Record<string, string>>;

/** What is written into the files. */
export type TemplateValues = {
  /** Stands for the origin in the files, and the origin. */
  readonly origin: readonly [from: string, to: string];
  /** What amounts are now: the same object for as long as they are the same. */
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
 * Answers with files of the build in which the product's own origin is written, as search engines and previews of links want it, and
 * what something costs. One build serves any address and any price list, so they are written in here: for each file when it is first
 * asked for and when an amount has changed since, and compressed then.
 */
export function serveTemplatedFiles(folder: string, { origin, amounts }: TemplateValues) {
  const made = new Map<string, { readonly told: Amounts; readonly filled: Promise<RenderedFile> }>();
  return async (request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const told = await amounts();
    let known = made.get(file);
    if (known?.told !== told) {
      known = { told, filled: renderFile(join(folder, file), origin, told) };
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

/** The smallest form a browser takes; one that refuses a form with `q=0` is taken at its word. */
function chooseEncoding(accepted: string): "br" | "gzip" | "plain" {
  const taken = accepted.split(",").filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one));
  const takes = (form: string) => taken.some((one) => one.split(";")[0]?.trim() === form);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "plain";
}

/**
 * Amounts that are asked for again when they are older than this. While they cannot be had, or not soon, the last ones stand.
 * @param ms milliseconds
 * @throws what asking for the first ones throws
 */
export async function cacheAmounts(ask: () => Promise<Amounts>, ms: number): Promise<TemplateValues["amounts"]> {
  let kept = await ask();
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return kept;
    since = performance.now(); // whoever else comes now takes the last ones
    const now = await Promise.race([ask(), setTimeout(amountsTimeoutMs, kept, { ref: false })]).catch(() => kept);
    if (!isDeepStrictEqual(now, kept)) kept = now;
    return kept;
  };
}
