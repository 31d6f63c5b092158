import { EventEmitter } from "node:events";
import { randomUUID } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { type Database, type Row, textOf, optionalTextOf } from "../kernel/database.ts";
import { recipientKey } from "../kernel/recipient-key.ts";

type Channel = "mail" | "sms" | "push";

/** One message in the inbox's JSON. */
export type Message = {
  readonly id: string;
  readonly channel: Channel;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  /** Path of an email's HTML; absent without one. */
  readonly html?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Present if the message was never delivered. */
  readonly state?: "not_delivered";
  /** The id that the gateway returned, or an email's Message-ID. */
  readonly providerId?: string;
  /** Replies that were sent here, oldest first. */
  readonly replies?: readonly Reply[];
};

export type Reply = { readonly text: string; readonly at: string };

type NewMessage = Pick<Message, "channel" | "to" | "text"> & {
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly notDelivered?: boolean;
  readonly providerId?: string | undefined;
};

export type Messages = ReturnType<typeof createMessages>;

export const maxStoredMessages = 2_000;
/** Old messages are deleted once per so many new ones, since a delete for each new one costs more. */
const trimEvery = 50;

export function createMessages(database: Database, clock: Clock) {
  const changes = new EventEmitter().setMaxListeners(0);
  let untilTrim = trimEvery;

  function trim(): void {
    if (--untilTrim > 0) return;
    untilTrim = trimEvery;
    const old = "(select id from messages order by rowid desc limit -1 offset ?)";
    database.run(`delete from replies where message_id in ${old}`, maxStoredMessages);
    database.run(`delete from messages where id in ${old}`, maxStoredMessages);
  }

  function repliesTo(id: string): Reply[] {
    const rows = database.all("select body, at from replies where message_id = ? order by id", id);
    return rows.map((row) => ({ text: textOf(row, "body"), at: textOf(row, "at") }));
  }

  function messageFromRow(row: Row): Message {
    const id = textOf(row, "id");
    const channel = textOf(row, "channel");
    const subject = optionalTextOf(row, "subject");
    const replies = repliesTo(id);
    return {
      id,
      channel: channel === "mail" || channel === "push" ? channel : "sms",
      to: textOf(row, "recipient"),
      ...(subject === undefined ? {} : { subject }),
      text: textOf(row, "body"),
      ...(optionalTextOf(row, "html") === undefined ? {} : { html: `/inbox/messages/${id}/html` }),
      at: textOf(row, "at"),
      ...(textOf(row, "state") === "not_delivered" ? { state: "not_delivered" as const } : {}),
      ...(optionalTextOf(row, "provider_id") === undefined ? {} : { providerId: textOf(row, "provider_id") }),
      ...(replies.length === 0 ? {} : { replies }),
    };
  }

  return {
    add({ channel, to, subject, text, html, notDelivered = false, providerId }: NewMessage): string {
      const id = randomUUID();
      database.insert("messages", {
        id,
        channel,
        recipient: to,
        recipient_key: recipientKey(to),
        subject: subject ?? null,
        body: text,
        html: html ?? null,
        at: clock.iso(),
        state: notDelivered ? "not_delivered" : "sent",
        provider_id: providerId ?? null,
      });
      trim();
      changes.emit("change");
      return id;
    },

    /** Newest first. Without a recipient, the messages of all recipients. */
    list(to: string | undefined, limit = maxStoredMessages): Message[] {
      const only = to === undefined ? "" : "where recipient_key = ?";
      const sql = `select * from messages ${only} order by rowid desc limit ?`;
      const rows = to === undefined ? database.all(sql, limit) : database.all(sql, recipientKey(to), limit);
      return rows.map(messageFromRow);
    },

    byId(id: string): Message | undefined {
      const row = database.one("select * from messages where id = ?", id);
      return row && messageFromRow(row);
    },

    /** The HTML of an email as it came. */
    htmlOf(id: string): string | undefined {
      return optionalTextOf(database.one("select html from messages where id = ?", id) ?? {}, "html");
    },

    addReply(id: string, text: string): Reply {
      const at = clock.iso();
      database.insert("replies", { message_id: id, body: text, at });
      changes.emit("change");
      return { text, at };
    },

    /** Calls the listener on every change. Returns a function that removes it. */
    onChange(listener: () => void): () => void {
      changes.on("change", listener);
      return () => changes.off("change", listener);
    },
    changed: () => void changes.emit("change"),
  };
}
