import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { readSettings } from "../config.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";

/** Long, since a busy machine must not make a test fail. */
const waitLimitMs = 20_000;
vi.setConfig({ testTimeout: waitLimitMs + 10_000 });

export type ReceivedWebhook = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A real sandbox on free ports with a real listener in the product's place; both end with the test. */
export type TestSandbox = {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** The webhooks to the product, in the order they came. */
  readonly notices: ReceivedWebhook[];
  /** Statuses of the product's next responses to webhooks; 200 when empty. */
  readonly answers: number[];
  call(path: string, options?: Call): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a choice on the payment page as a browser's form does. */
  choose(link: string, outcome: string): Promise<Answer>;
  /** Moves the sandbox's clock forward by this much more. */
  passTime(ms: number): void;
  stats(): Promise<Wire>;
};

type Call = { method?: string; headers?: Record<string, string>; body?: string };
/** The names that tests read in foreign JSON. Each test checks the values with `expect`. */
type WireName =
  | ("status" | "data" | "id" | "link" | "message" | "response_code" | "nin_data" | "verification" | "reference")
  | ("nin" | "photo" | "birthdate" | "telephoneno" | "email" | "card" | "balance" | "message_id" | "notice" | "fired")
  | ("lookups" | "asked" | "billed" | "byNumber" | "byCustomerReference" | "payments" | "links" | "taken" | "calls")
  | ("byReference" | "notices" | "faults" | "messages" | "length" | "text" | "currency" | "amount_refunded" | "city");
export type Wire = { readonly [Name in WireName]: Wire };

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The response as JSON; undefined if it is none. */
  readonly json: Wire;
};

export async function startTestSandbox(env: Record<string, string> = {}): Promise<TestSandbox> {
  const notices: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const product = createServer((request, response) => {
    void text(request).then((body) => {
      notices.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await once(product.listen(0, "127.0.0.1"), "listening");
  const address = product.address();
  const productPort = typeof address === "object" && address ? address.port : 0;
  const productUrl = `http://127.0.0.1:${productPort}`;
  const sandbox = await startSandbox(readSettings({ SANDBOX_PORT: "0", PRODUCT_URL: productUrl, ...env }));
  onTestFinished(async () => {
    await sandbox.close();
    product.closeAllConnections();
    product.close();
  });
  const url = `http://127.0.0.1:${sandbox.port}`;

  async function call(path: string, options: Call = {}): Promise<Answer> {
    const response = await fetch(path.startsWith("http") ? path : url + path, { redirect: "manual", ...options });
    const body = await response.text();
    return { status: response.status, headers: response.headers, text: body, json: tryParseJson(body) };
  }
  const post: TestSandbox["post"] = (path, body, headers = {}) =>
    call(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return {
    sandbox,
    url,
    notices,
    answers,
    call,
    post,
    choose: (link, outcome) =>
      call(link, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `outcome=${outcome}`,
      }),
    passTime: (ms) => sandbox.context.clock.setOffset(sandbox.context.clock.offsetMs() + ms),
    stats: async () => (await call("/__sandbox/stats")).json,
  };
}

/** JSON.parse, and undefined for invalid JSON: the one place where a shape is trusted, for tests only. */
function tryParseJson(body: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Waits for a condition; throws after a time limit. */
export async function waitFor(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + waitLimitMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`the condition was not met in time: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const flutterwaveKey = { authorization: "Bearer sandbox-flw-secret-key" };
export const premblyKeys = { "x-api-key": "sandbox-prembly-api-key", "app-id": "sandbox-prembly-app-id" };

/** Looks up a NIN at the identity source. */
export function requestNin(stage: TestSandbox, number: string, more: Record<string, string> = {}): Promise<Answer> {
  return stage.post("/prembly/verification/vnin", { number, ...more }, premblyKeys);
}

/** Opens a payment link; returns its address. */
export async function openPaymentLink(
  stage: TestSandbox,
  txRef: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const asked = {
    tx_ref: txRef,
    amount: 20_000,
    currency: "NGN",
    redirect_url: "http://localhost:8080/payment/return",
    customer: { email: "ada.obi@example.test", name: "Ada Obi" },
    customizations: { title: "Idanimo", description: "Wallet top-up" },
    meta: { purpose: "TOPUP" },
    ...more,
  };
  const response = await stage.post("/flutterwave/v3/payments", asked, flutterwaveKey);
  return String(response.json?.data?.link);
}

export function verifyPayment(stage: TestSandbox, txRef: string): Promise<Answer> {
  const path = `/flutterwave/v3/transactions/verify_by_reference?tx_ref=${txRef}`;
  return stage.call(path, { headers: flutterwaveKey });
}

export function sendSms(stage: TestSandbox, to: string | string[], sms: string): Promise<Answer> {
  const body = { api_key: "sandbox-termii-api-key", to, from: "Idanimo", sms, type: "plain", channel: "dnd" };
  return stage.post("/termii/api/sms/send", body);
}

/** Speaks SMTP line by line; returns the server's last reply. */
export async function sendMail(port: number, to: string, mail: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("error", () => {}); // a cut connection shows as an end without a reply
  const lines = ["EHLO test", "MAIL FROM:<no-reply@idanimo.test>", `RCPT TO:<${to}>`, "DATA", `${mail}\r\n.`];
  let message = "";
  for await (const words of socket) {
    message = String(words).trim();
    const line = lines.shift();
    if (/^[45]/.test(message) || line === undefined) break;
    socket.write(`${line}\r\n`);
    message = "";
  }
  socket.destroy();
  return message;
}
