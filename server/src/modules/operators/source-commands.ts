import { listFailedJobs, dropJob, retryJob } from "@idanimo/contract/console/jobs";
import { sourceMessageCodes } from "@idanimo/contract/source-messages";
import { switchSource } from "@idanimo/contract/console/sources";
import { usageError } from "./command.ts";
import { operationCommand } from "./operation-command.ts";
import { formatTable, formatTimestamp } from "./terminal-format.ts";

/** Switches sources, and runs failed jobs again or drops them. */

const states = ["open", "closed"] as const;

const switchCommand = operationCommand(switchSource, {
  summary: "close a source for new purchases, with the line that customers read, or open it again",
  words: ["source", "open|closed"],
  options: { message: sourceMessageCodes.join("|"), reason: "one sentence" },
  unknown: ["source", "is not a source of this installation; `sources` lists them"],
  fields: ({ words, options }) => {
    const state = states.find((known) => known === words["open|closed"]);
    if (!state) return usageError(words["open|closed"] ?? "", "must be open or closed");
    const messageCode = sourceMessageCodes.find((known) => known === options["message"]);
    if (options["message"] !== undefined && !messageCode)
      return usageError("--message", `must be one of ${sourceMessageCodes.join(", ")}`);
    return {
      source: words["source"] ?? "",
      state,
      reason: options["reason"] ?? "",
      ...(messageCode && { messageCode }),
    };
  },
  lines: (_output, { words }) => [`The source is ${words["open|closed"]}. Every process knows within 5 seconds.`],
});

const listJobsCommand = operationCommand(listFailedJobs, {
  summary: "list failed jobs: their kind and times, never what they are about",
  fields: () => ({}),
  lines: ({ rows, next }) =>
    rows.length === 0
      ? ["No job has failed."]
      : [
          ...formatTable(
            ["job", "what", ">attempts", "failed", "next attempt"],
            rows.map(({ id, task, attempts, failedAt, nextAttemptAt }) => [
              id,
              task,
              String(attempts),
              formatTimestamp(new Date(failedAt)),
              nextAttemptAt === null ? "no" : formatTimestamp(new Date(nextAttemptAt)),
            ]),
          ),
          ...(next === null ? [] : ["More are not shown."]),
        ],
});

const endJob = (operation: typeof retryJob | typeof dropJob, summary: string, done: string) =>
  operationCommand(operation, {
    summary,
    words: ["job"],
    options: { reason: "one sentence" },
    fields: ({ words, options }) => ({ id: words["job"] ?? "", reason: options["reason"] ?? "" }),
    lines: () => [done],
  });

export const sourceCommands = {
  "switch-source": switchCommand,
  jobs: listJobsCommand,
  "retry-job": endJob(retryJob, "run a failed job again now, with all its attempts", "The job runs again."),
  "drop-job": endJob(dropJob, "delete a failed job: what it would have done never happens", "The job is deleted."),
} as const;
