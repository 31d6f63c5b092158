import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { endingOf, isDeviceEnding, reservedDeviceEndings, subscriptionOf } from "./devices.ts";

/** Creates simulated devices: a page for people, JSON for programs. */
export function deviceRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.post("/push/devices", (request, reply) => {
    const ending = textIn(request.body, "ending");
    if (ending !== undefined && !isDeviceEnding(ending))
      return reply.code(400).send({ error: `ending must be one of ${Object.keys(reservedDeviceEndings).join(", ")}.` });
    const device = context.devices.create(textIn(request.body, "applicationServerKey"), ending);
    const byForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    if (byForm) return reply.redirect(`/push/devices/${device.id}`, 303);
    return reply.code(201).send(subscriptionOf(device, context.origin()));
  });

  app.get("/push/devices/:id", (request, reply) => {
    const device = context.devices.byId(textIn(request.params, "id") ?? "");
    if (!device) return reply.code(404).send({ error: "There is no such device here." });
    const ending = endingOf(device.id);
    return sendPage(reply, {
      title: "A pretend device",
      body: html`<main class="home">
        <section class="intro">
          <h1>A pretend device</h1>
          <p>
            This is its subscription, as a browser would hand it to the product. What is pushed to it arrives in the
            <a href="/inbox?to=${device.id}">inbox</a>.
            ${ending !== undefined && html`<strong>${reservedDeviceEndings[ending].says}</strong>`}
          </p>
          <pre class="example wire">${JSON.stringify(subscriptionOf(device, context.origin()), undefined, 2)}</pre>
          <p class="actions"><a class="button" href="/">Back</a></p>
        </section>
      </main>`,
    });
  });
}

/** The section of the home page about devices. */
export const devicesSection: Html = html`<section aria-labelledby="devices">
  <h2 id="devices">Receive notifications on a device</h2>
  <p>
    Browsers are notified through push services. Here you can make a fictitious device, and give its subscription to the
    product. What is pushed to it is opened with its own keys and shown in the inbox.
  </p>
  <form class="quick" method="post" action="/push/devices">
    <button class="button">Make a device</button>
    ${Object.keys(reservedDeviceEndings).map(
      (ending) =>
        html`<button class="button" name="ending" value="${ending}">One that answers ${Number(ending)}</button>`,
    )}
  </form>
  <p class="quiet">
    For programs: <code>POST /push/devices</code>, with <code>{"applicationServerKey": "..."}</code> to take pushes of
    that sender only, and <code>{"ending": "0410"}</code> for one whose service refuses.
  </p>
</section>`;
