import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { openForSignIn, type SignInSources } from "./headers.ts";

/** What the web's build says it made. */
const documents = z.object({
  documents: z.array(z.object({ path: z.string(), file: z.string() })),
  signIn: z.object({ file: z.string(), paths: z.array(z.string()) }),
  app: z.object({ file: z.string() }),
});

/** What a build folder may hold besides files to be served: compressed forms, its list, source maps, hidden files (T-66). */
const notForReaders = /\.(br|gz|map)$|documents\.json$|\/\.(?!well-known\/)/;

/** Built files carry their content in their name, so a browser may keep them for a year. */
const keepForAYear = "public, max-age=31536000, immutable";

/**
 * Serves the built web: public documents and the sign-in document at their paths, hashed assets for a year, and the
 * application for every other address a person opens. Precompressed files go out as they are.
 * @param folder the web's build folder
 * @param signIn what the sign-in document may load from elsewhere
 */
export async function addWebFiles(
  app: FastifyInstance,
  folder: string,
  signIn?: SignInSources,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const made = documents.parse(JSON.parse(await readFile(join(folder, "documents.json"), "utf8")));
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    preCompressed: true,
    allowedPath: (path) => !notForReaders.test(path),
    setHeaders: (reply, path) => {
      if (reply.hasHeader("cache-control")) return; // a document, which is asked for anew each time
      reply.header("cache-control", path.includes(`${folder}/assets/`) ? keepForAYear : "public, max-age=3600");
    },
  });
  const send = (reply: FastifyReply, file: string) =>
    reply.header("cache-control", "no-cache").sendFile(file, folder, { cacheControl: false });
  for (const { path, file } of made.documents) app.get(path, (_request, reply) => send(reply, file));
  for (const path of made.signIn.paths)
    app.get(path, (_request, reply) => {
      openForSignIn(reply, signIn, path);
      return send(reply, made.signIn.file);
    });
  return (_request, reply) => send(reply, made.app.file);
}
