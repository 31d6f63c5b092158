/**
 * What webhooks report. A body consists of the fields listed here for its kind, and each field is an id, a code, a
 * timestamp or an amount: never a personal value [DP-08].
 */

type FieldType = "id" | "code" | "codes" | "reference" | "timestamp" | "amount";

const request = { requestId: "id", sessionCode: "reference", transactionId: "reference", searchType: "code" } as const;

export const webhookEventFields = {
  "request.asked": request,
  "request.decided": { ...request, decision: "code", granted: "codes", withheld: "codes" },
  "request.closed": { ...request, outcome: "code" },
  "request.withdrawn": request,
  "record.gone": { ...request, reason: "code" },
  "payment.settled": { reference: "reference", state: "code", amount: "amount" },
  "refund.made": { ...request, amount: "amount" },
  "bulk.done": { uploadId: "id" },
  "key.warning": { keyId: "id", reason: "code" },
  "webhook.test": { endpointId: "id" },
} as const satisfies Record<string, Readonly<Record<string, FieldType>>>;

export type WebhookEventKind = keyof typeof webhookEventFields;

type ValueOf<Type extends FieldType> = Type extends "codes"
  ? readonly string[]
  : Type extends "amount"
    ? { readonly amount: string; readonly currency: string }
    : string;

/** The data of a kind. */
export type WebhookEventData<Kind extends WebhookEventKind> = {
  readonly [Name in keyof (typeof webhookEventFields)[Kind]]: ValueOf<
    (typeof webhookEventFields)[Kind][Name] & FieldType
  >;
};

/** The body of a delivery. */
export type WebhookBody = {
  readonly id: string;
  readonly type: WebhookEventKind;
  readonly timestamp: string;
  readonly mode: "live" | "test";
  readonly data: Readonly<Record<string, unknown>>;
};

/** The kinds that an endpoint can choose, with the words of the screens. The test event goes to every endpoint. */
export const webhookEventTexts = {
  "request.asked": "We contacted the person",
  "request.decided": "The person granted or denied consent",
  "request.closed": "A check ended, with its outcome",
  "request.withdrawn": "The person withdrew consent",
  "record.gone": "A result was deleted, with the reason",
  "payment.settled": "A payment by card or transfer succeeded or failed",
  "refund.made": "A check was refunded to the wallet",
  "bulk.done": "All lines of a file were looked up",
  "key.warning": "An API key needs attention: new network, rejected address, leaked, or ending",
} as const satisfies Partial<Record<WebhookEventKind, string>>;
export type WebhookSubscription = keyof typeof webhookEventTexts;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object literal
export const webhookSubscriptions = Object.keys(webhookEventTexts) as readonly WebhookSubscription[];

const text = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const isCode = text(/^[A-Za-z][A-Za-z_-]{0,39}$/);
const isAmount = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).toSorted().join() === "amount,currency" &&
  "amount" in value &&
  text(/^\d{1,16}(\.\d\d)?$/)(value.amount) &&
  "currency" in value &&
  text(/^[A-Z]{3}$/)(value.currency);

/** Whether a value has the form of its field; a number of a person, a name and free text have none of them. */
const hasForm: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  id: text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  code: isCode,
  codes: (value) => Array.isArray(value) && value.every(isCode),
  reference: text(/^(EA\d{14}|[A-Za-z0-9_-]{22})$/),
  timestamp: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  amount: isAmount,
};

/** The names of fields that are missing, not listed or of another form. */
export function findInvalidFields(kind: WebhookEventKind, data: Readonly<Record<string, unknown>>): readonly string[] {
  const fields: Readonly<Record<string, FieldType>> = webhookEventFields[kind];
  const names = new Set([...Object.keys(fields), ...Object.keys(data)]);
  return [...names].filter((name) => {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return type === undefined || !hasForm[type](data[name]);
  });
}
