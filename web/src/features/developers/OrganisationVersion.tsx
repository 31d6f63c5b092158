import { endOfVersion, isApiVersion, newestVersion } from "@idanimo/contract/developers/versions";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import styles from "./Keys.module.css";
import { sections } from "./sections.ts";

type Props = {
  readonly version: string | null;
  /** Those that work. */
  readonly versions: readonly string[];
  readonly onChange: () => void;
};

/** The version to which the organisation is pinned, and until when it works [DP-16]. */
export function OrganisationVersion({ version, versions, onChange }: Props) {
  const end = version !== null && isApiVersion(version) ? endOfVersion(version) : undefined;
  return (
    <footer className={styles.foot}>
      <span className={styles.version}>
        <span>
          API version: {version ?? `${newestVersion} from the first call`}.{" "}
          {version !== null && !versions.includes(version) ? (
            <strong>It has ended: calls are rejected until you choose a newer one. </strong>
          ) : (
            end && (
              <>
                It ends on <DateText at={end.endsAt.toISOString()} />.{" "}
              </>
            )
          )}
          <a href={sections.changes.address}>Changes of the API</a>
        </span>
        {version !== null && (version !== newestVersion || versions.length > 1) && (
          <Button size="small" kind="quiet" onClick={onChange}>
            Change version
          </Button>
        )}
      </span>
    </footer>
  );
}
