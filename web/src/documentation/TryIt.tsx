import { fillSampleValues, sampleValuesIn } from "@idanimo/contract/developers/sample-values";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea, TextInput } from "../ui/TextInput.tsx";
import styles from "./Documentation.module.css";
import { membersOf, type ReferenceCall } from "./reference.ts";
import { ResponseView } from "./ResponseView.tsx";
import { keyError, parseForm, sendCall, type SentResponse } from "./send-call.ts";
import { useTryState } from "./try-state.tsx";

/** A form that sends a call with the reader's test key, and shows the response [DP-20]. */
export function TryIt({ call }: { readonly call: ReferenceCall }) {
  const { apiKey, setApiKey, values, addValues } = useTryState();
  const [fields, setFields] = useState(() => firstFields(call, values));
  const [body, setBody] = useState(() => (call.method === "POST" ? exampleBody(call, "", values) : undefined));
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [response, setResponse] = useState<SentResponse>();
  const wrongKey = keyError(apiKey.trim());

  async function send() {
    setSent(true);
    setError(undefined);
    const form = parseForm(fields, body);
    if (!form.ok) setError(form.error);
    if (!form.ok || wrongKey !== undefined || isBusy) return;
    setBusy(true);
    try {
      const received = await sendCall({ ...call, input: form.input }, apiKey.trim());
      setResponse(received);
      if (received.status < 400) addValues(sampleValuesIn(call.name, received.body));
    } catch {
      setResponse(undefined);
      setError("There was no response. Check your connection, then send it again.");
    }
    setBusy(false);
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        label="Test key"
        hint="Begins with idn_test_. It stays in this tab and is forgotten when you reload."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={apiKey}
        error={wasSent || apiKey.startsWith("idn_live_") ? wrongKey : undefined}
        onChange={({ currentTarget }) => setApiKey(currentTarget.value)}
      />
      {call.otherExamples.length > 0 && body !== undefined && (
        <Select
          label="Example"
          onChange={({ currentTarget }) => setBody(exampleBody(call, currentTarget.value, values))}
        >
          <option value="">A company</option>
          {call.otherExamples.map(({ title }) => (
            <option key={title}>{title}</option>
          ))}
        </Select>
      )}
      {Object.entries(fields).map(([name, value]) => (
        <TextInput
          key={name}
          label={name}
          optional={!call.input.required?.includes(name)}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
        />
      ))}
      {body !== undefined && (
        <TextArea
          label="Body"
          rows={Math.min(14, body.split("\n").length + 1)}
          className={styles.code}
          spellCheck={false}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
      )}
      {error !== undefined && (
        <Notice tone="problem" announce>
          {error}
        </Notice>
      )}
      <Button kind="primary" type="submit" busy={isBusy && "Sending"}>
        Send in test mode
      </Button>
      {response && <ResponseView response={response} />}
    </form>
  );
}

/** Members of the path, and of the query of a call without a body. */
function firstFields(call: ReferenceCall, values: Partial<Record<string, string>>): Readonly<Record<string, string>> {
  const names = call.method === "POST" ? call.inPath : membersOf(call.input).map(([name]) => name);
  return Object.fromEntries(names.map((name) => [name, fillSampleValues(textOf(call.example[name]), values)]));
}

/** A value as a field shows it. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/** The body of an example, the first one without a title. */
function exampleBody(call: ReferenceCall, title: string, values: Partial<Record<string, string>>): string {
  const input = call.otherExamples.find((one) => one.title === title)?.input ?? call.example;
  const members = Object.entries(input).filter(([name]) => !call.inPath.includes(name));
  return fillSampleValues(JSON.stringify(Object.fromEntries(members), null, 2), values);
}
