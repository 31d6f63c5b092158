import * as z from "zod/mini";
import { history, historyOutput, historyRow, searchHistory } from "../history.ts";
import type { Operation } from "../operation.ts";
import { checkConsent, type wireConsents } from "../verification.ts";
import { testInbox, testMessage } from "./test-mode.ts";
import { type ApiVersion, apiVersions, newestVersion } from "./versions.ts";

/** What each version changes in the responses of the one before, by operation [DP-16]. */

/** A changed response: its schema, and the transformation of a body of the version before. */
type ResponseChange = {
  readonly operation: Operation;
  readonly output: z.ZodMiniType;
  readonly transform: (before: never) => unknown;
};

/** Types the transformation by the schemas: bodies as they are sent, with amounts as numbers. */
const change = <Before extends z.ZodMiniType, After extends z.ZodMiniType>(
  operation: Operation,
  {
    before: _before,
    output,
    transform,
  }: {
    readonly before: Before;
    readonly output: After;
    readonly transform: (before: z.input<Before>) => z.input<After>;
  },
): ResponseChange => ({ operation, output, transform });

/** 2026-11-28: values of `consent` and `channel` are lower-case words. */
const consents = z.enum(["initiate", "pending", "granted", "denied", "terminated", "no_data_found"]);
type Consent = z.output<typeof consents>;
const renameConsent = (consent: (typeof wireConsents)[number]): Consent =>
  consent === "No data found" ? "no_data_found" : consent;

const channels = z.enum(["sms", "email"]);
const renameChannel = (channel: "sms" | "mail"): z.output<typeof channels> => (channel === "mail" ? "email" : channel);

const asked = z.array(
  z.object({ channel: channels, state: z.enum(["waiting", "sent", "delivered", "failed"]), at: z.string() }),
);
const requests = z.array(z.extend(historyRow, { consent: consents }));
const renameInHistory = {
  before: historyOutput,
  output: z.extend(historyOutput, { requests }),
  transform: (before: z.input<typeof historyOutput>) => ({
    ...before,
    requests: before.requests.map((row) => ({ ...row, consent: renameConsent(row.consent) })),
  }),
};

type VersionChanges = Readonly<Partial<Record<ApiVersion, readonly ResponseChange[]>>>;

const versionChanges: VersionChanges = {
  "2026-11-28": [
    change(checkConsent, {
      before: checkConsent.output,
      output: z.extend(checkConsent.output, { consent: consents, asked }),
      transform: (before) => ({
        ...before,
        consent: renameConsent(before.consent),
        asked: before.asked.map((message) => ({ ...message, channel: renameChannel(message.channel) })),
      }),
    }),
    change(history, renameInHistory),
    change(searchHistory, renameInHistory),
    change(testInbox, {
      before: testInbox.output,
      output: z.object({ messages: z.array(z.extend(testMessage, { channel: channels })) }),
      transform: ({ messages }) => ({
        messages: messages.map((message) => ({ ...message, channel: renameChannel(message.channel) })),
      }),
    }),
  ],
};

/** The changes of an operation's responses up to a version, oldest first. */
const changesOf = (operation: Operation, version: ApiVersion, changes: VersionChanges): readonly ResponseChange[] =>
  apiVersions
    .slice(0, apiVersions.indexOf(version) + 1)
    .flatMap((one) => changes[one] ?? [])
    .filter((one) => one.operation === operation);

/** Transforms the body of a successful response from the first version to another. */
export type ResponseTransform = (body: unknown) => unknown;

/** The transformation of an operation's responses for each version that changes them. */
export const responseTransforms = (operation: Operation): ReadonlyMap<ApiVersion, ResponseTransform> =>
  composeTransforms(operation, versionChanges);

/** The same by a list of changes, for tests with more versions than there are. */
export function composeTransforms(
  operation: Operation,
  changes: VersionChanges,
): ReadonlyMap<ApiVersion, ResponseTransform> {
  return new Map(
    apiVersions.flatMap((version) => {
      const own = changesOf(operation, version, changes);
      if (own.length === 0) return [];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `change` types each by the schema of the one before
      return [[version, (body: unknown) => own.reduce((before, { transform }) => transform(before as never), body)]];
    }),
  );
}

/** The schema of an operation's responses in the newest version. */
export const newestOutput = (operation: Operation): z.ZodMiniType =>
  changesOf(operation, newestVersion, versionChanges).at(-1)?.output ?? operation.output;
