import type { FastifyInstance, FastifyReply } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";
import { sendInboundSms } from "../termii/webhooks.ts";
import { recipientKey } from "../kernel/recipient-key.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { renderMessageList } from "./message-list.ts";

/** Messages on a page; the JSON has them all. */
const messagesPerPage = 100;
const maxReplyLength = 480;
const replyTimeoutMs = 5_000;
const heartbeatMs = 15_000;
/** An email's HTML is untrusted: it may have any style, but no scripts and no requests. */
const htmlPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'self'";

/** Every email, SMS and push of the product: a page, its JSON, and replies to an SMS. */
export function inboxRoutes(app: FastifyInstance, context: SandboxContext): void {
  const { messages } = context;

  app.get("/inbox", async (request, reply) => {
    const to = textIn(request.query, "to");
    return sendPage(reply, {
      title: "Inbox",
      script: "/assets/inbox.js",
      body: html`<main class="inbox">
        <h1>Inbox</h1>
        <p class="quiet">
          Every message that the product sent, newest first. You can reply to an SMS as its recipient.
        </p>
        <form class="line filter" method="get" action="/inbox" role="search">
          <input
            type="search"
            name="to"
            value="${to ?? ""}"
            aria-label="Phone number or email address"
            placeholder="Phone or email"
            autocomplete="off"
          />
          <button class="button">Show</button>
          ${to !== undefined && html`<a class="button" href="/inbox">Show all</a>`}
        </form>
        <div id="messages" aria-live="polite">${renderMessageList(messages.list(to, messagesPerPage))}</div>
      </main>`,
    });
  });

  app.get("/inbox/list", async (request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(renderMessageList(messages.list(textIn(request.query, "to"), messagesPerPage)).markup),
  );

  app.get("/inbox/messages", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return messages.list(textIn(request.query, "to"));
  });

  app.get("/inbox/messages/:id/html", async (request, reply) => {
    const markup = messages.htmlOf(textIn(request.params, "id") ?? "");
    if (markup === undefined) return reply.code(404).send({ error: "There is no such message, or it has no HTML." });
    return reply
      .header("content-security-policy", htmlPolicy)
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(markup.replace(/<head>/i, '<head><base target="_blank">'));
  });

  app.post("/inbox/messages/:id/reply", async (request, reply) => {
    const message = messages.byId(textIn(request.params, "id") ?? "");
    const text = textIn(request.body, "text");
    const byForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
    if (!message) return reply.code(404).send({ error: "There is no such message." });
    if (message.channel !== "sms") return reply.code(409).send({ error: "Only an SMS can be answered." });
    if (message.state === "not_delivered")
      return reply.code(409).send({ error: "This SMS was not delivered, so it cannot be answered." });
    if (text === undefined && byForm) return reply.redirect(`/inbox#m-${message.id}`, 303);
    if (text === undefined || text.length > maxReplyLength)
      return reply.code(400).send({ error: `A reply needs a "text" of 1 to ${maxReplyLength} characters.` });
    const sent = sendInboundSms(context, { from: recipientKey(message.to), text });
    messages.addReply(message.id, text);
    if (byForm) return reply.redirect(`/inbox#m-${message.id}`, 303);
    const notice = sent === undefined ? "not_sent" : await context.webhooks.waitForFirstAttempt(sent, replyTimeoutMs);
    return { id: message.id, text, notice };
  });

  app.get("/inbox/events", (_request, reply) => {
    const stream = openEventStream(reply);
    const stop = messages.onChange(() => stream.write("event: change\ndata: {}\n\n"));
    const beat = setInterval(() => stream.write(": here\n\n"), heartbeatMs);
    stream.once("close", () => {
      stop();
      clearInterval(beat);
    });
  });
}

/** A stream of server-sent events; it ends when the browser disconnects or the program ends. */
function openEventStream(reply: FastifyReply) {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  reply.raw.write("retry: 2000\n\n");
  return reply.raw;
}
