import { operations } from "@idanimo/contract/operations";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import Fastify, { type FastifyInstance } from "fastify";
import { addSecurityHeaders, type HeaderOptions } from "./security-headers.ts";

const docsPrefix = "/docs";

type DocsOptions = HeaderOptions & {
  readonly brandName: string;
  /** Its URL is the server of the description. */
  readonly web?: { readonly publicUrl: string };
};

/** Builds the page and its document on the first request, so that they do not slow down the start. */
async function buildDocs(options: DocsOptions): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, { buildApiDescription: apiDescription }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
    import("./api-description.ts"),
  ]);
  const about = { title: `${options.brandName} API`, server: options.web?.publicUrl ?? "/" };
  const docs = Fastify();
  addSecurityHeaders(docs, options);
  await docs.register(swagger, {
    mode: "static",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made for OpenAPI 3.1, which the plugin's types do not know
    specification: { document: apiDescription(operations, nonJsonCalls, about) as never },
  });
  await docs.register(swaggerUi, {
    routePrefix: docsPrefix,
    uiConfig: { tryItOutEnabled: false, supportedSubmitMethods: [] },
  });
  await docs.ready();
  return docs;
}

/** Adds the API description and its page at `/docs` and `/docs/json`. */
export function registerDocs(app: FastifyInstance, options: DocsOptions): void {
  let docs: Promise<FastifyInstance> | undefined;
  for (const path of [docsPrefix, `${docsPrefix}/*`])
    app.get(path, async (request, reply) => {
      docs ??= buildDocs(options);
      const built = await docs;
      reply.hijack();
      built.routing(request.raw, reply.raw);
    });
  app.addHook("onClose", async () => (await docs)?.close());
}
