import { StatusLabel } from "../ui/StatusLabel.tsx";
import styles from "./Documentation.module.css";
import type { SentResponse } from "./send-call.ts";

/** The status, the headers that matter and the body of a response. */
export function ResponseView({ response }: { readonly response: SentResponse }) {
  const { status, ms, headers, body } = response;
  return (
    <section aria-label="Response" className={styles.response}>
      <p role="status">
        <StatusLabel tone={status < 400 ? "success" : "problem"}>
          {status} in {ms} ms
        </StatusLabel>
      </p>
      <dl className={styles.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide content scrolls by keyboard too */}
      <pre tabIndex={0} aria-label="Body of the response">
        <code>{typeof body === "string" ? body : JSON.stringify(body, null, 2)}</code>
      </pre>
    </section>
  );
}
