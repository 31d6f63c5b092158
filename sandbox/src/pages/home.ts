import type { FastifyInstance } from "fastify";
import { faultKinds } from "../faults/fault-kinds.ts";
import { paymentOutcomes } from "../flutterwave/payment-outcomes.ts";
import { signInGuide } from "../google/sign-in-guide.ts";
import { maxStoredMessages } from "../inbox/messages.ts";
import { reservedEndings } from "../reserved-endings.ts";
import { devicesSection } from "../push/device-routes.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { type Html, html } from "./html.ts";
import { sendPage } from "./page.ts";

/** `/`: everything a user can do in the sandbox. */
export function homeRoutes(app: FastifyInstance, context: SandboxContext, smtpPort: () => number): void {
  app.get("/", async (_request, reply) =>
    sendPage(reply, {
      title: "Sandbox",
      body: html`<main class="home">
        ${renderIntro(context.settings.productUrl)}
        <div class="pair">
          ${numbersSection}
          <div class="home-side">${paymentSection} ${inboxSection} ${devicesSection} ${signInGuide}</div>
        </div>
        ${faultsSection} ${renderAddresses(context.origin(), smtpPort())}
      </main>`,
    }),
  );
}

const renderIntro = (productUrl: string) =>
  html`<section class="intro">
    <h1>The external providers, simulated</h1>
    <p>
      Here the product at <a href="${productUrl}">${productUrl}</a> finds everybody it needs: a payment provider, an
      identity source, a mobile network, a mail server, a push service, Google and Facebook. They answer as the real
      ones do, but every person is fictitious and no money moves.
    </p>
    <p class="actions"><a class="button primary" href="/inbox">Open the inbox</a></p>
  </section>`;

const numbersSection: Html = html`<section aria-labelledby="numbers">
  <h2 id="numbers">Look up a person</h2>
  <p>
    Any 11 digits are the NIN or BVN of a fictitious person, or with a 0 in front their phone; it is the same person
    every time. Try the NIN <code>70123456789</code>. Some numbers belong together: the phone <code>08031234567</code>,
    the BVN <code>22231234567</code> and the NIN <code>98031234567</code> are one person. A plate such as
    <code>ABC123XY</code> has a vehicle and an owner, who has a phone unless the plate ends in <code>0005</code>; any 17
    letters and digits are a vehicle’s VIN, any number a company’s, and a name leads to several companies. The last four
    characters can ask for something special:
  </p>
  <table class="table">
    <tbody>
      ${Object.entries(reservedEndings)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(
          ([ending, { says }]) =>
            html`<tr>
              <th scope="row"><code>${ending}</code></th>
              <td>${says}</td>
            </tr>`,
        )}
    </tbody>
  </table>
  <p class="quiet">
    They count for NINs, BVNs, phones and plates, and at every other source of records for what is asked there. A
    phone’s own record always has that phone. With a face, <code>0012</code> means that the picture shows another
    person. A VIN or plate ending <code>7777</code> is of a stolen vehicle. <code>0009</code> counts for any phone an
    SMS goes to, <code>0010</code> for the part before the @ of any mail address. A company whose number ends
    <code>0005</code> has no stakeholders; of one ending <code>0013</code> the register cannot tell the directors.
  </p>
</section>`;

const paymentSection: Html = html`<section aria-labelledby="payment">
  <h2 id="payment">Pay</h2>
  <p>The payment page asks you how the payment shall end:</p>
  <table class="table stacked">
    <tbody>
      ${Object.values(paymentOutcomes).map(
        ({ label, says }) =>
          html`<tr>
            <th scope="row" class="loose">${label}</th>
            <td>${says}</td>
          </tr>`,
      )}
    </tbody>
  </table>
  <p class="quiet">
    The shop is notified by a webhook. One that is not accepted is sent three times more, after 2, 10 and 60 seconds;
    the real provider waits 30 minutes each time.
  </p>
</section>`;

const inboxSection: Html = html`<section aria-labelledby="messages">
  <h2 id="messages">Read what was sent, and answer</h2>
  <p>
    Every mail, SMS and push arrives in the <a href="/inbox">inbox</a>, which keeps the newest
    ${maxStoredMessages.toLocaleString("en")}. An SMS can be answered in its person’s place: a consent by
    <code>YES</code> or <code>NO</code> and the code has a button of its own.
  </p>
  <p>
    For programs: <code>GET /inbox/messages?to=08031234567</code> (a phone in any spelling or a mail address; all
    without <code>to</code>) and <code>POST /inbox/messages/{id}/reply</code> with <code>{"text": "YES ABC234"}</code>.
  </p>
</section>`;

const faultExample = `POST /__sandbox/faults
{"target": "prembly", "kind": "http_500", "rate": 0.2, "seed": "7", "count": 50}`;

const faultsSection: Html = html`<section aria-labelledby="faults">
  <h2 id="faults">Break things on purpose</h2>
  <p>
    For whole campaigns there is a control call. <code>rate</code> is the share of calls that are struck,
    <code>seed</code> makes the same calls suffer again, <code>count</code> (optional) ends it after so many,
    <code>path</code> (optional) strikes only addresses that contain it.
  </p>
  <pre class="example wire">${faultExample}</pre>
  <p><code>GET</code> shows the rules and how often each struck; <code>DELETE</code> ends them all.</p>
  <table class="table stacked">
    <tbody>
      ${Object.entries(faultKinds).map(
        ([kind, { targets, says }]) =>
          html`<tr>
            <th scope="row"><code>${kind}</code></th>
            <td>${says} <span class="quiet">${targets.join(", ")}</span></td>
          </tr>`,
      )}
    </tbody>
  </table>
  <table class="table stacked">
    <tbody>
      <tr>
        <th scope="row"><code>GET /__sandbox/stats</code></th>
        <td>Look-ups asked and billed for each number, payments taken, messages and notices.</td>
      </tr>
      <tr>
        <th scope="row"><code>POST /__sandbox/clock</code></th>
        <td>Moves the sandbox’s time: <code>{"offsetMs": 60000}</code> makes a late notice due at once.</td>
      </tr>
      <tr>
        <th scope="row"><code>POST /__sandbox/reset</code></th>
        <td>Forgets everything: messages, payments, counts, faults and the moved time.</td>
      </tr>
    </tbody>
  </table>
</section>`;

const renderAddresses = (origin: string, smtpPort: number) =>
  html`<section aria-labelledby="addresses">
    <h2 id="addresses">Addresses on the wire</h2>
    <table class="table stacked">
      <tbody>
        ${[
          ["Flutterwave, version 3", `${origin}/flutterwave/v3`],
          ["Prembly", `${origin}/prembly`],
          ["Dojah", `${origin}/dojah`],
          ["SmartComply (credit bureaus)", `${origin}/smartcomply`],
          ["Mono (companies)", `${origin}/mono`],
          ["VinAudit (vehicles)", `${origin}/vinaudit/v2 and ${origin}/vinaudit/v3/specifications`],
          ["Register of stolen vehicles", `${origin}/stolen`],
          ["Matcher of fingers and names", `${origin}/match`],
          ["Termii", `${origin}/termii`],
          ["Google (OpenID provider)", `${origin}/google`],
          ["Facebook, version 25.0", `${origin}/facebook/v25.0`],
          ["Turnstile", `${origin}/turnstile/v0`],
          ["Mail (SMTP, no encryption)", `smtp://127.0.0.1:${smtpPort}`],
          ["Push service", `${origin}/push/`],
          ["IP look-ups", `${origin}/ipapi/json/ and ${origin}/ipify?format=json`],
        ].map(
          ([name = "", address = ""]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td><code>${address}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
