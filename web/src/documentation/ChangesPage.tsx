import { type ApiChange, apiChanges, changesFeeds } from "@idanimo/contract/developers/changes";
import { newestVersion } from "@idanimo/contract/developers/versions";
import { DateText } from "../ui/DateText.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { StatusLabel } from "../ui/StatusLabel.tsx";
import type { Tone } from "../ui/tone.ts";
import styles from "./Documentation.module.css";

const kinds = {
  added: { tone: "success", label: "Added" },
  changed: { tone: "info", label: "New version" },
  deprecated: { tone: "waiting", label: "Deprecated" },
} as const satisfies Record<ApiChange["kind"], { readonly tone: Tone; readonly label: string }>;

/** `/developers/changes`: dated changes and deprecations, newest first [DP-16]. */
export function ChangesPage() {
  return (
    <>
      <PageHeader title="Changes of the API">
        The newest version is {newestVersion}. Follow this page with a feed reader:{" "}
        <a href={changesFeeds.atom.path}>Atom</a> or <a href={changesFeeds.json.path}>JSON Feed</a>.
      </PageHeader>
      <ol className={styles.changes}>
        {apiChanges.map(({ id, day, kind, title, text, endsAt }) => (
          <li key={id} id={id}>
            <p className={styles.changeHead}>
              <DateText at={`${day}T00:00:00Z`} />
              <StatusLabel tone={kinds[kind].tone}>{kinds[kind].label}</StatusLabel>
            </p>
            <h2>{title}</h2>
            {text.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {endsAt && (
              <p>
                It ends on <DateText at={endsAt.toISOString()} />.
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.next}>
        How versions work: <a href="/developers/docs/versions">Versions</a>
      </p>
    </>
  );
}
