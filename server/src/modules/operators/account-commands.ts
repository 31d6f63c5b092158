import {
  changePhone,
  clearAccountLockout,
  endAccountSignIns,
  findAccount,
  openAccount,
  resendMessage,
  viewAccount,
} from "@idanimo/contract/console/accounts";
import { type ViewReason, viewReasonCodes } from "@idanimo/contract/console/rights";
import { endSuspension, suspendAccount } from "@idanimo/contract/console/suspensions";
import { formatMoney } from "@idanimo/contract/money";
import { suspensionReasonCodes } from "@idanimo/contract/suspensions";
import { type CommandResult, type KeyedInput, usageError } from "./command.ts";
import { approvalLines, operationCommand } from "./operation-command.ts";
import { formatTable, formatTimestamp } from "./terminal-format.ts";

/** Finds and opens accounts, and helps their owners. An account opens for 24 hours with a reason that its owner reads. */

const unknown = ["account", "is not the id of an account; `find` finds it"] as const;
const accountId = ({ words }: KeyedInput) => words["account"]?.toLowerCase() ?? "";
const reasonFields = (given: KeyedInput) => ({ id: accountId(given), reason: given.options["reason"] ?? "" });
const reasonOptions = { reason: "one sentence" } as const;

/** The reason of the list, or why there is none. */
function findViewReason({ options }: KeyedInput): ViewReason | CommandResult {
  const code = viewReasonCodes.find((known) => known === options["for"]);
  return code ?? usageError("--for", `must be one of ${viewReasonCodes.join(", ")}`);
}
const viewReasonOption = { for: viewReasonCodes.join("|") } as const;

const findCommand = operationCommand(findAccount, {
  summary: "find one exact email, phone, EA number, session code, company name or id; at most 60 a day",
  words: ["value"],
  options: { ...viewReasonOption, note: "one sentence" },
  fields: (given) => {
    const reason = findViewReason(given);
    if (typeof reason !== "string") return reason;
    const { note } = given.options;
    return { value: given.words["value"] ?? "", reason, ...(note !== undefined && { note }) };
  },
  lines: ({ kind, id, accountId: account }) => [
    `${kind} ${id}`,
    ...(account === null ? [] : [`Next: open-account ${account} --for <reason>`]),
  ],
});

const openCommand = operationCommand(openAccount, {
  summary: "open an account for 24 hours; its owner reads the reason",
  words: ["account"],
  options: viewReasonOption,
  unknown,
  fields: (given) => {
    const reason = findViewReason(given);
    return typeof reason === "string" ? { id: accountId(given), reason } : reason;
  },
  lines: (_output, given) => [`The account is open to you for 24 hours. Next: account ${accountId(given)}`],
});

const viewCommand = operationCommand(viewAccount, {
  summary: "show an account that you opened: state, masked contact, wallets and its latest messages",
  words: ["account"],
  unknown,
  fields: (given) => ({ id: accountId(given) }),
  lines: (account) => [
    ...formatTable(
      ["account", account.id],
      [
        ["name", account.name],
        ["state", account.state],
        ["email", `${account.maskedEmail ?? "-"}${account.emailConfirmed ? "" : ", not confirmed"}`],
        ["phone", `${account.maskedPhone ?? "-"}${account.phoneConfirmed ? "" : ", not confirmed"}`],
        ["wallets", account.wallets.map(formatMoney).join(" and ")],
        ["sign-ins", String(account.signIns.length)],
        ["suspended", account.suspensions.some(({ endedAt }) => endedAt === null) ? "yes" : "no"],
      ],
    ),
    "",
    ...(account.messages.length === 0
      ? ["No message is stored."]
      : formatTable(
          ["message", "what", "by", "state", "since", ""],
          account.messages.map(({ id, kind, channel, state, at, canResend }) => [
            id,
            kind,
            channel,
            state,
            formatTimestamp(new Date(at)),
            canResend ? "resend" : "",
          ]),
        )),
  ],
});

const suspendCommand = operationCommand(suspendAccount, {
  summary: "suspend an account or organisation at once; its owners read the reason of the list",
  words: ["account"],
  options: { for: suspensionReasonCodes.join("|"), ...reasonOptions },
  unknown,
  fields: (given) => {
    const reasonCode = suspensionReasonCodes.find((known) => known === given.options["for"]);
    return reasonCode
      ? { ...reasonFields(given), reasonCode }
      : usageError("--for", `must be one of ${suspensionReasonCodes.join(", ")}`);
  },
  lines: ({ reviewBy }) => [
    "Suspended. The owner gets a notice and an email.",
    ...(reviewBy === null ? [] : [`An owner reviews it until ${formatTimestamp(new Date(reviewBy))}.`]),
  ],
});

const endSuspensionCommand = operationCommand(endSuspension, {
  summary: "end a suspension; one that followed a report when another operator approves",
  words: ["account"],
  options: reasonOptions,
  unknown,
  fields: reasonFields,
  lines: (output) =>
    "approvalId" in output
      ? approvalLines(output.approvalId)
      : ["The suspension has ended. The owner gets a notice and an email."],
});

export const accountCommands = {
  find: findCommand,
  "open-account": openCommand,
  account: viewCommand,
  "end-sign-ins": operationCommand(endAccountSignIns, {
    summary: "end all sign-ins of an account; its owner is notified",
    words: ["account"],
    options: reasonOptions,
    unknown,
    fields: reasonFields,
    lines: ({ ended }) => [`${ended} sign-ins have ended. The owner gets a notice and an email.`],
  }),
  "clear-lockout": operationCommand(clearAccountLockout, {
    summary: "remove the wait after wrong passwords; the account's owner is notified",
    words: ["account"],
    options: reasonOptions,
    unknown,
    fields: reasonFields,
    lines: () => ["The owner can sign in at once, and gets a notice and an email."],
  }),
  resend: operationCommand(resendMessage, {
    summary: "send the confirmation email of an account again; the earlier link no longer works",
    words: ["account", "message"],
    options: reasonOptions,
    unknown,
    fields: (given) => ({ ...reasonFields(given), messageId: given.words["message"]?.toLowerCase() ?? "" }),
    lines: () => ["The email is queued. The owner gets a notice and an email."],
  }),
  "change-phone": operationCommand(changePhone, {
    summary:
      "request to remove an account's lost phone number; another operator approves, and the owner adds a new one",
    words: ["account"],
    options: reasonOptions,
    unknown,
    fields: reasonFields,
    lines: ({ approvalId }) => approvalLines(approvalId),
  }),
  suspend: suspendCommand,
  "end-suspension": endSuspensionCommand,
} as const;
