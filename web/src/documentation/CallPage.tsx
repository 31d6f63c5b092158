import { curlSample, typescriptSample } from "@idanimo/contract/developers/samples";
import { useLocation } from "../lib/router.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { NotFoundScreen } from "../ui/NotFoundScreen.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Badge } from "../ui/StatusLabel.tsx";
import styles from "./Documentation.module.css";
import { Fields } from "./Fields.tsx";
import { findCall, problemOfCode, type ReferenceCall } from "./reference.ts";
import { TryIt } from "./TryIt.tsx";

/** `/developers/docs/calls/:call`: one call, its samples, and a form that sends it in test mode [DP-20]. */
export function CallPage() {
  const { params } = useLocation();
  const call = findCall(params["call"] ?? "");
  if (!call) return <NotFoundScreen home="/developers/docs" homeLabel="Go to the documentation" />;
  return (
    <article key={call.name} className={styles.call}>
      <PageHeader title={call.name}>{call.summary}</PageHeader>
      <p className={styles.address}>
        <Badge>{call.method}</Badge> <code>/api/v2{call.path}</code>
      </p>
      <p className={styles.note}>
        Needs the scope{" "}
        {call.scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
        .{" "}
        {call.acceptsIdempotencyKey && (
          <>
            Takes an <a href="/developers/docs/errors">Idempotency-Key</a>, which makes it safe to repeat.
          </>
        )}
      </p>
      <h2>Try it</h2>
      <TryIt call={call} />
      <Samples call={call} />
      <h2>Input</h2>
      <Fields schema={call.input} showsOptional />
      <h2>Response</h2>
      <Fields schema={call.output} />
      <h2>Errors</h2>
      <Errors codes={call.problems} />
    </article>
  );
}

function Samples({ call }: { readonly call: ReferenceCall }) {
  const given = { ...call, input: call.example };
  return (
    <>
      <Sample title="curl" text={curlSample(given)} />
      <Sample title="TypeScript" text={typescriptSample(given)} />
    </>
  );
}

function Sample({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section className={styles.sample} aria-label={`Sample in ${title}`}>
      <header>
        <h2>{title}</h2>
        <CopyButton text={text} what="The sample" label={`Copy the sample in ${title}`} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide content scrolls by keyboard too */}
      <pre tabIndex={0}>
        <code>{text.trimEnd()}</code>
      </pre>
    </section>
  );
}

function Errors({ codes }: { readonly codes: readonly string[] }) {
  return (
    <>
      {codes.length > 0 && (
        <dl className={styles.fields}>
          {codes.map((code) => (
            <div key={code}>
              <dt>
                <code>{code}</code> <span className={styles.type}>{problemOfCode(code)?.status}</span>
              </dt>
              <dd>{problemOfCode(code)?.message}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.note}>
        {codes.length > 0 ? "And those" : "Those"} of every call:{" "}
        <a href="/developers/docs/errors">Errors and retries</a>.
      </p>
    </>
  );
}
