import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { numberIn, textIn } from "../kernel/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { LiveFaces } from "./live-faces.ts";
import { sendCapturePage } from "./capture-page.ts";

export const errorBody = (error: string) => ({ error });

const script = readFileSync(new URL("./capture.js", import.meta.url));
const defaultTicketSeconds = 600;
/** An image of 2 MB in base64. */
const maxPictureLength = 2_900_000;

/**
 * A provider of live captures, with the product's own API: tickets, the capture page, and each picture once. See
 * docs/sandbox.md.
 */
export function liveFaceRoutes(app: FastifyInstance, context: SandboxContext, faces: LiveFaces): void {
  const hasKey = (authorization: string | undefined) => authorization === `Bearer ${context.settings.keys.liveFaceKey}`;

  app.post("/v1/tickets", async (request, reply) => {
    if (!hasKey(request.headers.authorization)) return reply.code(401).send(errorBody("unauthorized"));
    const life = numberIn(request.body, "lifeSeconds") ?? defaultTicketSeconds;
    if (life <= 0) return reply.code(400).send(errorBody("lifeSeconds"));
    const holder = textIn(request.body, "holder");
    if (!holder) return reply.code(400).send(errorBody("holder"));
    const { ticket, endsAt } = faces.createTicket(life, holder);
    // in the fragment, so that no log or referrer contains it [T-50]
    const address = `${context.origin()}/live-face/capture#${ticket}`;
    return reply.code(201).send({ address, endsAt: new Date(endsAt).toISOString() });
  });

  app.post("/v1/pictures/take", async (request, reply) => {
    if (!hasKey(request.headers.authorization)) return reply.code(401).send(errorBody("unauthorized"));
    const found = faces.takePicture(textIn(request.body, "reference") ?? "", textIn(request.body, "holder") ?? "");
    if (found === "gone") return reply.code(410).send(errorBody("gone"));
    return found ?? reply.code(404).send(errorBody("unknown"));
  });

  app.get("/capture", (_request, reply) => sendCapturePage(reply));
  app.get("/capture.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script),
  );
  app.post("/capture/open", async (request, reply) => {
    if (!faces.openTicket(textIn(request.body, "ticket") ?? "")) return reply.code(410).send(errorBody("ticket"));
    return {};
  });
  app.post("/capture", async (request, reply) => {
    const image = textIn(request.body, "image") ?? "";
    if (image.length > maxPictureLength || !isPicture(image)) return reply.code(400).send(errorBody("image"));
    const reference = faces.storePicture(textIn(request.body, "ticket") ?? "", image);
    return reference === undefined ? reply.code(410).send(errorBody("ticket")) : { reference };
  });
}

/** Whether base64 data has the signature of a JPEG or a PNG. */
function isPicture(image: string): boolean {
  return /^(\/9j\/|iVBORw0KGgo)[A-Za-z0-9+/]*={0,2}$/.test(image);
}
