import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type Amounts, serveTemplatedFiles, cacheAmounts } from "./templated-files.ts";
import { allowIndexing, relaxCspForSignIn, decodedPath, type SignInCspSources } from "./security-headers.ts";
import { problemOf, sendProblem } from "./problem-response.ts";

/** The manifest of the web build. */
const documentEntry = z.object({ path: z.string(), file: z.string() });
const documentManifest = z.object({
  documents: z.array(documentEntry),
  // paths with a prerendered first screen have a file of their own
  signIn: z.object({ file: z.string(), paths: z.array(z.string()), drawn: z._default(z.array(documentEntry), []) }),
  app: z.object({ file: z.string() }),
  /** Files that search engines may index. */
  found: z._default(z.array(z.string()), []),
  /** The placeholder of the product's origin, and the files that contain it. */
  fill: z._default(z.object({ origin: z.string(), files: z.array(z.string()) }), { origin: "", files: [] }),
  /** The service worker, and the script that removes it. */
  worker: z.optional(z.object({ path: z.string(), file: z.string(), retired: z.string() })),
});

export type WebOptions = {
  /** The folder of the web build. */
  readonly folder: string;
  /** The product's origin. */
  readonly publicUrl: string;
  /** Whether browsers cache the offline page. */
  readonly keepsOfflinePage: boolean;
  /** Current amounts of the price list; without it the documents keep the built ones. */
  readonly amounts?: () => Promise<Amounts>;
};

const amountsMaxAgeMs = 60_000;

/**
 * Files of the build folder that are not served: compressed forms, the manifest, source maps, hidden files, and the
 * operator console, which has a server of its own. [T-66 OC-01]
 */
const privateFiles = /\.(br|gz|map)$|documents\.json$|\/\.(?!well-known\/)|^\/console\//;

/** Hashed file names change with their content, so browsers cache the files for a year. */
const immutableCacheControl = "public, max-age=31536000, immutable";

/**
 * Serves the web build: public documents and the sign-in document at their paths, hashed assets, and the
 * application for every other page. Precompressed files are sent as they are.
 * @param signIn what the sign-in document may load from other origins
 */
export async function addWebFiles(
  app: FastifyInstance,
  { folder, publicUrl, keepsOfflinePage, amounts = async () => ({}) }: WebOptions,
  signIn?: SignInCspSources,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>> {
  const made = documentManifest.parse(JSON.parse(await readFile(join(folder, "documents.json"), "utf8")));
  const filled = new Set(made.fill.files);
  const sendFilled = serveTemplatedFiles(folder, {
    origin: [made.fill.origin, publicUrl],
    amounts: await cacheAmounts(amounts, amountsMaxAgeMs),
  });
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    preCompressed: true,
    cacheControl: false, // set below; the plugin would set its own first
    allowedPath: (path) => !privateFiles.test(path) && !filled.has(path.slice(1)),
    setHeaders: (reply, path) => {
      if (reply.hasHeader("cache-control")) return; // a document, which is revalidated
      allowIndexing(reply); // parts of a page, which a crawler needs to render it
      reply.header(
        "cache-control",
        path.includes(`${folder}/assets/`) ? immutableCacheControl : "public, max-age=3600",
      );
    },
  });
  const send = (request: FastifyRequest, reply: FastifyReply, file: string) => {
    reply.header("cache-control", "no-cache");
    if (made.found.includes(file)) allowIndexing(reply);
    return filled.has(file) ? sendFilled(request, reply, file) : reply.sendFile(file, folder, { cacheControl: false });
  };
  for (const { path, file } of made.documents) app.get(path, (request, reply) => send(request, reply, file));
  const { worker } = made;
  if (worker)
    app.get(worker.path, (request, reply) => send(request, reply, keepsOfflinePage ? worker.file : worker.retired));
  const { file: empty, paths, drawn } = made.signIn;
  const files = new Map([
    ...paths.map((path) => [path, empty] as const),
    ...drawn.map(({ path, file }) => [path, file] as const),
  ]);
  for (const [path, file] of files)
    app.get(path, (request, reply) => {
      relaxCspForSignIn(reply, signIn, path);
      return send(request, reply, file);
    });
  const parts = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const folders = new Set(
    parts.map(({ name }) => name).filter((name) => !made.documents.some(({ file }) => file.startsWith(`${name}/`))),
  );
  // a folder of files has no page, and a missing file has none either
  return (request, reply) =>
    folders.has(decodedPath(request.url).split("/")[1] ?? "") || decodedPath(request.url).startsWith("/operator")
      ? sendProblem(reply, problemOf("not_found"))
      : send(request, reply, made.app.file);
}
