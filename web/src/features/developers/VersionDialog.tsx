import { type ApiKey, apiKeys, changeApiKey, changeApiVersion } from "@idanimo/contract/developers/keys";
import { isApiVersion } from "@idanimo/contract/developers/versions";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Keys.module.css";
import { sections } from "./sections.ts";
import { VersionSelect } from "./VersionSelect.tsx";

type Props = {
  /** Undefined: the organisation, for all keys without a version of their own. */
  readonly apiKey?: ApiKey | undefined;
  readonly organisationVersion: string | null;
  readonly versions: readonly string[];
  readonly onClose: () => void;
};

/** Changes the version of the responses to a key or to the organisation [DP-16]. */
export function VersionDialog({ apiKey, organisationVersion, versions, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const [version, setVersion] = useState((apiKey ? apiKey.version : organisationVersion) ?? "");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function change() {
    const chosen = isApiVersion(version) ? version : null;
    if (!apiKey && chosen === null) return;
    setBusy(true);
    const changed = await (apiKey
      ? call(changeApiKey, { id: apiKey.id, version: chosen })
      : chosen && call(changeApiVersion, { version: chosen }));
    setBusy(false);
    if (!changed) return;
    if (!changed.ok) return setProblem(changed.problem);
    toast({ tone: "success", text: "The version is changed." });
    await client.invalidateQueries({ queryKey: [apiKeys.path] });
    onClose();
  }
  return (
    <Dialog
      open
      title={apiKey ? `Version of ${apiKey.name}` : "API version of your organisation"}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" busy={isBusy && "Changing"} onClick={() => void change()}>
            Change version
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The version was not changed"
        problem={problem && problemMessage(problem)}
        onDismiss={() => setProblem(undefined)}
      >
        <div className={styles.parts}>
          <p>
            {apiKey
              ? "Responses to this key change at once."
              : "Responses to all keys without a version of their own change at once."}{" "}
            A call can still name another version in its header.{" "}
            <a href={sections.changes.address}>What each version changes</a>
          </p>
          <VersionSelect
            {...{ version, versions, organisationVersion }}
            canFollowOrganisation={apiKey !== undefined}
            onChange={setVersion}
          />
        </div>
      </ContentOrProblem>
    </Dialog>
  );
}
