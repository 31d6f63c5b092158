import { useEffect, useId, useRef } from "react";
import { LinkButton } from "../../ui/Button.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import styles from "./FaceField.module.css";
import { tabChannel, parseTabMessage } from "./face-messages.ts";

type Props = {
  /** The one-time reference of a capture; held in memory only. */
  readonly reference: string | undefined;
  readonly onChange: (reference: string | undefined) => void;
};

/** Opens the live face capture in a new tab and receives its reference from there [LIVEFACE-02 O-42]. */
export function FaceField({ reference, onChange }: Props) {
  const id = useId();
  const hasFace = Boolean(reference);
  const isRequested = useRef(false);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(tabChannel);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parseTabMessage(data);
      // only the tab that opened the capture page accepts the result
      if (message?.type !== "offered" || !isRequested.current) return;
      isRequested.current = false;
      change.current(message.reference);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reaches only this origin
      channel.postMessage({ type: "taken", reference: message.reference });
    };
    return () => channel.close();
  }, []);
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className={styles.label}>
        Live face
      </p>
      <p id={`${id}-hint`} className="quiet">
        The person shows their face to the camera on the provider's page, in a new tab. You can use it for one check.
      </p>
      <div role="status">{hasFace && <StatusLabel tone="success">Face captured</StatusLabel>}</div>
      <div>
        <LinkButton
          size="small"
          href="/liveFace"
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => {
            isRequested.current = true;
          }}
        >
          {hasFace ? "Capture it again" : "Capture the face"}
        </LinkButton>
      </div>
    </div>
  );
}
