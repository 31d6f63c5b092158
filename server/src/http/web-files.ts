import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type Amounts, serveTemplatedFiles, cacheAmounts } from "./templated-files.ts";
import { allowIndexing, relaxCspForSignIn, decodedPath, type SignInCspSources } from "./security-headers.ts";
import { problemOf, sendProblem } from "./problem-response.ts";

/** What the web's build says it made. */
const documentEntry = z.object({ path: z.string(), file: z.string() });
const documentManifest = z.object({
  documents: z.array(documentEntry),
  // of its paths, those whose first screen is drawn ahead have a file of their own
  signIn: z.object({ file: z.string(), paths: z.array(z.string()), drawn: z._default(z.array(documentEntry), []) }),
  app: z.object({ file: z.string() }),
  /** Files that search engines may list; all else asks them to stay away. */
  found: z._default(z.array(z.string()), []),
  /** What stands for the product's own origin, and in which files. */
  fill: z._default(z.object({ origin: z.string(), files: z.array(z.string()) }), { origin: "", files: [] }),
  /** The service worker, and the one that undoes it. */
  worker: z.optional(z.object({ path: z.string(), file: z.string(), retired: z.string() })),
});

export type WebOptions = {
  /** The web's build folder. */
  readonly folder: string;
  /** Origin that the product is reached at. */
  readonly publicUrl: string;
  /** Whether browsers keep the page that is shown without a connection. */
  readonly keepsOfflinePage: boolean;
  /** Amounts of the price list that documents tell; without it the built ones stand. */
  readonly amounts?: () => Promise<Amounts>;
};

/** How old an amount in a document may be. */
const amountsMaxAgeMs = 60_000;

/** What a build folder may hold besides files to be served: compressed forms, its list, source maps, hidden files (T-66). */
const privateFiles = /\.(br|gz|map)$|documents\.json$|\/\.(?!well-known\/)/;

/** Built files carry their content in their name, so a browser may keep them for a year. */
const immutableCacheControl = "public, max-age=31536000, immutable";

/**
 * Serves the built web: public documents and the sign-in document at their paths, hashed assets for a year, and the
 * application for every other address a person opens. Precompressed files go out as they are.
 * @param signIn what the sign-in document may load from elsewhere
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
    cacheControl: false, // said below; its own would stand there first
    allowedPath: (path) => !privateFiles.test(path) && !filled.has(path.slice(1)),
    setHeaders: (reply, path) => {
      if (reply.hasHeader("cache-control")) return; // a document, which is asked for anew each time
      allowIndexing(reply); // the parts of a page, without which nobody can read it
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
  // a folder of files has no page, and neither has a file that is not there
  return (request, reply) =>
    folders.has(decodedPath(request.url).split("/")[1] ?? "")
      ? sendProblem(reply, problemOf("not_found"))
      : send(request, reply, made.app.file);
}
