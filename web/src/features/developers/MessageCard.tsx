import {
  replyToTestMessage,
  testInbox,
  testReplyMaxLength,
  type TestMessage,
} from "@idanimo/contract/developers/test-mode";
import * as texts from "@idanimo/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { cancelAndInvalidate } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Developers.module.css";

const channelNames = { sms: "SMS", mail: "Email" } as const satisfies Record<TestMessage["channel"], string>;

/** One message, with the replies to an SMS. */
export function MessageCard({ message }: { readonly message: TestMessage }) {
  const { channel, to, subject, text, at, isDelivered, replies } = message;
  return (
    <Card>
      <p className={styles.head}>
        <span>
          {channelNames[channel]} to <span className={styles.to}>{to}</span>
          {!isDelivered && " (not delivered)"}
        </span>
        <DateText at={at} withTime />
      </p>
      {subject !== undefined && <p className={styles.subject}>{subject}</p>}
      <p className={styles.text}>{text}</p>
      {replies.length > 0 && (
        <ul className={styles.replies} aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.at}>{reply.text}</li>
          ))}
        </ul>
      )}
      {channel === "sms" && isDelivered && <ReplyForm message={message} />}
    </Card>
  );
}

function ReplyForm({ message: { id, to } }: { readonly message: TestMessage }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (text.trim() === "") return setError(texts.testReplyRequired);
    setBusy(true);
    const result = await call(replyToTestMessage, { id, text });
    setBusy(false);
    if (!result.ok) return setError(result.problem.fields?.["text"] ?? problemMessage(result.problem));
    setText("");
    setError(undefined);
    await cancelAndInvalidate(client, [testInbox.path]);
  }
  return (
    <form className={styles.reply} noValidate onSubmit={(event) => void send(event)}>
      <TextInput
        label={`Reply as ${to}`}
        value={text}
        maxLength={testReplyMaxLength}
        autoComplete="off"
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" busy={busy && "Sending"}>
        Send
      </Button>
    </form>
  );
}
