import { newestVersion } from "@idanimo/contract/developers/versions";
import { LinkButton } from "../ui/Button.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { callAddress, callGroups } from "./call-list.ts";
import styles from "./Documentation.module.css";
import { guides } from "./guides.ts";

/** `/developers/docs`: all guides and calls. */
export function OverviewPage() {
  return (
    <>
      <PageHeader
        title="Documentation"
        aside={
          <LinkButton kind="primary" href="/developers/docs/quick-start">
            Quick start
          </LinkButton>
        }
      >
        Make checks from your own system. Every call can be tried here in test mode, with play money.
      </PageHeader>
      <h2 className={styles.heading}>Guides</h2>
      <ul className={styles.guides}>
        {guides.map(({ path, title, about }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <p>{about}</p>
          </li>
        ))}
      </ul>
      <h2 className={styles.heading}>Calls</h2>
      <p className={styles.note}>
        Described in version {newestVersion}. The complete description is an OpenAPI document:{" "}
        <a href="/docs/json">/docs/json</a>.
      </p>
      {callGroups.map(({ title, calls }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl>
            {calls.map(({ name, method, path, summary }) => (
              <div key={name}>
                <dt>
                  <a href={callAddress(name)}>{name}</a>{" "}
                  <code>
                    {method} {path}
                  </code>
                </dt>
                <dd>{summary}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
