import { formatCount } from "@idanimo/contract/date-format";
import { brand } from "@idanimo/contract/brand";
import { bulkTemplatePath } from "@idanimo/contract/bulk";
import * as texts from "@idanimo/contract/texts";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { FieldError } from "../../ui/Field.tsx";
import { StatusWord } from "../../ui/StatusWord.tsx";
import { BadLines } from "./BadLines.tsx";
import styles from "./BulkField.module.css";
import { isTextFile, lineWords, textFiles } from "./rules.ts";
import { type Checked, sendFile } from "./send-file.ts";

const readFailed = "Error reading the file.";

export type Upload = { readonly uploadId: string; readonly records: number };
type Props = {
  /** A file that was checked and can be bought. */
  readonly upload: Upload | undefined;
  readonly onChange: (upload: Upload | undefined) => void;
};

type Stand =
  | { readonly kind: "empty" }
  | { readonly kind: "sending"; readonly name: string; readonly share: number }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "checked"; readonly name: string; readonly checked: Checked };

/** Chooses or drops a CSV of NINs and has the server check each line before anybody pays. Source: BULK-01 to BULK-03, T-58. */
export function BulkField({ upload, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  const [stand, setStand] = useState<Stand>({ kind: "empty" });
  const [over, setOver] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File | undefined) {
    if (!file) return;
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    onChange(undefined);
    if (!isTextFile(file)) return setStand({ kind: "refused", why: texts.csvRequired });
    const { name } = file;
    setStand({ kind: "sending", name, share: 0 });
    const onShare = (share: number) => !own.signal.aborted && setStand({ kind: "sending", name, share });
    const sent = await sendFile(file, { onShare, signal: own.signal });
    if (own.signal.aborted || sent === "given_up") return;
    if (sent === "unreadable") return setStand({ kind: "refused", why: readFailed });
    if (!sent.ok)
      return setStand({ kind: "refused", why: Object.values(sent.problem.fields ?? {})[0] ?? sent.problem.message });
    setStand({ kind: "checked", name, checked: sent.value });
    if (sent.value.badCount === 0) onChange({ uploadId: sent.value.uploadId, records: sent.value.records });
  }

  function giveUp() {
    running.current?.abort();
    setStand({ kind: "empty" });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  const has = stand.kind === "checked" || upload !== undefined;
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className={styles.label}>
        CSV file of NINs
      </p>
      <p id={`${id}-hint`} className="quiet">
        One NIN on each line, 11 digits. We check every line first; the people are asked only after you pay.{" "}
        <a href={bulkTemplatePath} download={`${brand.name}-nin-template.csv`}>
          Download a template
        </a>
      </p>
      <div
        className={classes(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {/* the button speaks for the platform's own file box, which cannot be drawn */}
        <input
          ref={input}
          type="file"
          hidden
          accept={textFiles}
          aria-label="CSV file"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // the same file may be chosen once more, after it was mended
            currentTarget.value = "";
          }}
        />
        {stand.kind === "sending" ? (
          <Sending {...stand} onGiveUp={giveUp} />
        ) : (
          <>
            <Button
              size="small"
              data-invalid={stand.kind === "refused" ? true : undefined}
              aria-describedby={stand.kind === "refused" ? `${id}-error` : `${id}-hint`}
              onClick={() => input.current?.click()}
            >
              {has ? "Choose another file" : "Choose the file"}
            </Button>
            <span className={classes("quiet", styles.orDrop)}>or drop it here</span>
          </>
        )}
      </div>
      <div role="status" className={styles.said}>
        {stand.kind === "checked" ? (
          <CheckedWords {...stand} />
        ) : (
          stand.kind === "empty" &&
          upload && <StatusWord tone="success">{lineWords(upload.records)}, all of them good</StatusWord>
        )}
      </div>
      {stand.kind === "checked" && <BadLines {...stand.checked} />}
      <FieldError id={`${id}-error`}>{stand.kind === "refused" && stand.why}</FieldError>
    </div>
  );
}

type SendingProps = { readonly name: string; readonly share: number; readonly onGiveUp: () => void };

function Sending({ name, share, onGiveUp }: SendingProps) {
  const isGone = share >= 1;
  return (
    <div className={styles.sending}>
      <label className={styles.name}>
        {isGone ? "Checking" : "Sending"} {name}
        {isGone ? <progress className={styles.bar} /> : <progress className={styles.bar} max={1} value={share} />}
      </label>
      <Button size="small" onClick={onGiveUp}>
        Cancel
      </Button>
    </div>
  );
}

function CheckedWords({
  name,
  checked: { records, badCount, notes },
}: {
  readonly name: string;
  readonly checked: Checked;
}) {
  return (
    <>
      <StatusWord tone={badCount === 0 ? "success" : "problem"}>
        {badCount === 0
          ? `${lineWords(records)}, all of them good`
          : `${lineWords(badCount)} of ${formatCount(records)} cannot be asked`}
      </StatusWord>
      <span className={styles.name}>{name}</span>
      {notes?.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </>
  );
}
