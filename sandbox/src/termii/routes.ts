import type { FastifyInstance } from "fastify";
import { fieldsOf, textIn } from "../kernel/fields.ts";
import { recipientKey } from "../kernel/recipient-key.ts";
import { undeliverablePhoneEnding } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { createProviderId, sendDeliveryReport } from "./webhooks.ts";

export const errorBody = (message: string) => ({ message });

const maxRecipients = 100;
const channels = ["dnd", "generic", "whatsapp"];

type SmsError = { readonly status: number; readonly message: string };
type Sms = {
  readonly to: readonly string[];
  readonly from: string;
  readonly text: string;
  readonly channel: string;
};

/** The SMS provider's API. The key is in the body. */
export function termiiRoutes(app: FastifyInstance, world: SandboxContext): void {
  app.post("/api/sms/send", async (request, reply) => {
    if (textIn(request.body, "api_key") !== world.settings.keys.termiiApiKey)
      return reply.code(401).send({ code: 401, ...errorBody("Unauthorized") });
    const sms = readSms(request.body);
    if ("status" in sms) return reply.code(sms.status).send({ code: sms.status, ...errorBody(sms.message) });
    const messageId = createProviderId();
    for (const to of sms.to) acceptSms(world, sms, to, messageId);
    return { message_id: messageId, message: "Successfully Sent", balance: 120, user: "Sandbox" };
  });
}

function acceptSms(world: SandboxContext, { from, text, channel }: Sms, to: string, messageId: string): void {
  const delivered = !to.endsWith(undeliverablePhoneEnding);
  world.messages.add({ channel: "sms", to: `+${to}`, text, notDelivered: !delivered, providerId: messageId });
  sendDeliveryReport(world, { messageId, to, from, text, channel, delivered });
}

function readSms(body: unknown): Sms | SmsError {
  const asked = fieldsOf(body)["to"];
  const to = (Array.isArray(asked) ? asked : [asked]).map(String);
  const from = textIn(body, "from") ?? "";
  const text = textIn(body, "sms");
  const channel = textIn(body, "channel") ?? "";
  if (to.length > maxRecipients) return smsError(400, "At most 100 recipients");
  if (!to.every((number) => /^[1-9]\d{7,14}$/.test(number) && recipientKey(number) === number))
    return smsError(400, "Phone number must be in international format, without +");
  if (from.length < 3 || from.length > 11)
    return smsError(404, `ApplicationSenderId not found for applicationId: 10000 and senderName: ${from}`);
  if (!text) return smsError(422, "The sms field is required");
  if (textIn(body, "type") !== "plain") return smsError(422, "The type field must be plain");
  if (!channels.includes(channel)) return smsError(422, "You are not set up on this route");
  return { to, from, text, channel };
}

function smsError(status: number, message: string): SmsError {
  return { status, message };
}
