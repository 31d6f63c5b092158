import { keyPrefixes, type Mode } from "@idanimo/contract/developers/mode";
import { Card } from "../../ui/Card.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { curlLine } from "./request-labels.ts";
import styles from "./Requests.module.css";
import { sections } from "./sections.ts";

/** The log before the first call: how to make one. */
export function FirstCall({ mode }: { readonly mode: Mode }) {
  const line = curlLine(location.origin, mode);
  return (
    <Card>
      <EmptyState
        illustration={<LensIllustration />}
        title="No calls yet"
        action={
          <div className={styles.first}>
            <CopyableText text={line} what="The call" label="Copy the call" />
          </div>
        }
      >
        Make this call with <a href={sections.keys.address}>one of your keys</a> that starts with {keyPrefixes[mode]}{" "}
        and has the scope Quotes. It costs nothing and appears here within 2 seconds.
      </EmptyState>
    </Card>
  );
}
