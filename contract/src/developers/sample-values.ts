/** The values of the samples (`$SESSION_CODE`) that come from the responses of other calls [DP-20]. */

/** Where each value comes from, for a reader who does not have it yet. */
export const sampleValueSources = {
  SESSION_CODE: "createSession",
  TRANSACTION_ID: "createSession",
  AMOUNT: "createSession",
  REQUEST_ID: "readSession",
  CAC_ID: "checkConsent",
  MESSAGE_ID: "testInbox",
  UPLOAD_ID: "listBulk",
  ENDPOINT_ID: "createWebhook",
  PAYMENT: "paymentHistory",
} as const satisfies Record<string, string>;
export type SampleValue = keyof typeof sampleValueSources;

/** Members of responses that have the same meaning wherever they are. */
const members: Readonly<Record<string, SampleValue>> = {
  sessionCode: "SESSION_CODE",
  transactionID: "TRANSACTION_ID",
  requestId: "REQUEST_ID",
  cacid: "CAC_ID",
  uploadId: "UPLOAD_ID",
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The values in a response of a call; the first one of each name. */
export function sampleValuesIn(call: string, response: unknown): Partial<Record<SampleValue, string>> {
  const found: Partial<Record<SampleValue, string>> = {};
  const note = (name: SampleValue, value: unknown) => {
    if (typeof value === "string" || typeof value === "number") found[name] ??= String(value);
  };
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (!isObject(value)) return;
    for (const [name, one] of Object.entries(value)) {
      const known = members[name];
      if (known) note(known, one);
      walk(one);
    }
  };
  walk(response);
  if (!isObject(response)) return found;
  const firstOf = (list: unknown) => (Array.isArray(list) && isObject(list[0]) ? list[0]["id"] : undefined);
  if (call === "createSession" && isObject(response["quote"])) note("AMOUNT", response["quote"]["total"]);
  if (call === "testInbox") note("MESSAGE_ID", firstOf(response["messages"]));
  if (call === "createWebhook") note("ENDPOINT_ID", response["id"]);
  if (call === "webhookEndpoints") note("ENDPOINT_ID", firstOf(response["endpoints"]));
  return found;
}

/** Replaces the `$NAMES` in a text by their values, where these are known. */
export const fillSampleValues = (text: string, values: Partial<Record<string, string>>): string =>
  text.replace(/\$([A-Z_]+)/g, (whole, name: string) => values[name] ?? whole);

/** The first `$NAME` that is left in a text. */
export function missingSampleValue(text: string): SampleValue | undefined {
  const names = Object.keys(sampleValueSources);
  const [, name] = /\$([A-Z_]+)/.exec(text) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the keys
  return name !== undefined && names.includes(name) ? (name as SampleValue) : undefined;
}
