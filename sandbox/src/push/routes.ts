import { createECDH } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { decrypt } from "http_ece";
import { numberIn, textIn } from "../kernel/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { type Device, endingOf, reservedDeviceEndings } from "./devices.ts";
import { verifyVapid } from "./vapid.ts";

export const errorBody = (message: string) => ({ message });

/** The size that a push service must accept at least; here also its limit (RFC 8030, section 7.2). */
const maxPushBytes = 4_096;
const retryAfterSeconds = 30;

/** A push service. A real one cannot read the messages; this one has the devices' keys (RFC 8030, 8291, 8292). */
export function pushRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post("/:id", (request, reply) => {
    const refuse = (status: number, words: string) => reply.code(status).send(errorBody(words));
    const device = context.devices.byId(textIn(request.params, "id") ?? "");
    if (!device) return refuse(404, "No such device.");
    const reserved = endingOf(device.id);
    if (reserved === "0429") reply.header("retry-after", String(retryAfterSeconds));
    if (reserved !== undefined)
      return refuse(reservedDeviceEndings[reserved].status, reservedDeviceEndings[reserved].says);

    const sender = verifyVapid(request.headers.authorization, context.origin(), context.clock.now() / 1_000);
    if ("wrong" in sender) return refuse(401, sender.wrong);
    if (device.senderKey !== "" && device.senderKey !== sender.key)
      return refuse(403, "This device subscribed to another sender.");
    if ((numberIn(request.headers, "ttl") ?? -1) < 0) return refuse(400, "The TTL header is missing.");
    const sealed = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (sealed.length > maxPushBytes) return refuse(413, `At most ${maxPushBytes} bytes.`);
    const text = decryptPush(request, sealed, device);
    if (text === undefined) return refuse(400, "This was not sealed for the device.");

    const id = context.messages.add({ channel: "push", to: device.id, ...parseNotification(text) });
    return reply.code(201).header("location", `${context.origin()}/push/message/${id}`).send();
  });
}

function decryptPush({ headers }: FastifyRequest, sealed: Buffer, device: Device): string | undefined {
  if (headers["content-encoding"] !== "aes128gcm") return undefined;
  const privateKey = createECDH("prime256v1");
  privateKey.setPrivateKey(Buffer.from(device.privateKey, "base64url"));
  try {
    return decrypt(sealed, { version: "aes128gcm", privateKey, authSecret: device.auth }).toString();
  } catch {
    return undefined;
  }
}

/** A notification's title as subject, and its other members below its body. Anything else unchanged. */
function parseNotification(text: string): { readonly subject?: string; readonly text: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text };
  }
  const [title, body] = [textIn(value, "title"), textIn(value, "body")];
  if (typeof value !== "object" || value === null || title === undefined || body === undefined) return { text };
  const rest = Object.entries(value).filter(([name]) => name !== "title" && name !== "body");
  return { subject: title, text: [body, ...rest.map(([name, part]) => `${name}: ${String(part)}`)].join("\n") };
}
