import { formatCount } from "@idanimo/contract/date-format";
import { brand } from "@idanimo/contract/brand";
import { bulkTemplatePath, skipBadLines } from "@idanimo/contract/bulk";
import * as texts from "@idanimo/contract/texts";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { FieldError } from "../../ui/Field.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { InvalidLines } from "./InvalidLines.tsx";
import styles from "./BulkField.module.css";
import { isTextFile, formatLineCount, acceptedFileTypes } from "./rules.ts";
import { type CheckedFile, uploadFile } from "./upload-file.ts";

const readFailedMessage = "Error reading the file.";

export type BulkUpload = { readonly uploadId: string; readonly records: number };
type Props = {
  /** A file that was checked and can be bought. */
  readonly upload: BulkUpload | undefined;
  readonly onChange: (upload: BulkUpload | undefined) => void;
};

type UploadState =
  | { readonly kind: "empty" }
  | { readonly kind: "sending"; readonly name: string; readonly share: number }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "checked"; readonly name: string; readonly checked: CheckedFile };

/**
 * Chooses or drops a CSV of NINs; the server checks each line before the payment [BULK-01 BULK-02 BULK-03 T-58].
 */
export function BulkField({ upload, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  const [uploadState, setUploadState] = useState<UploadState>({ kind: "empty" });
  const [isDragOver, setDragOver] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File | undefined) {
    if (!file) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    onChange(undefined);
    if (!isTextFile(file)) return setUploadState({ kind: "refused", why: texts.csvRequired });
    const { name } = file;
    setUploadState({ kind: "sending", name, share: 0 });
    const onProgress = (share: number) =>
      !controller.signal.aborted && setUploadState({ kind: "sending", name, share });
    const sent = await uploadFile(file, { onProgress, signal: controller.signal });
    if (controller.signal.aborted || sent === "given_up") return;
    if (sent === "unreadable") return setUploadState({ kind: "refused", why: readFailedMessage });
    if (!sent.ok)
      return setUploadState({
        kind: "refused",
        why: Object.values(sent.problem.fields ?? {})[0] ?? sent.problem.message,
      });
    setUploadState({ kind: "checked", name, checked: sent.value });
    if (sent.value.badCount === 0) onChange({ uploadId: sent.value.uploadId, records: sent.value.records });
  }

  function cancelUpload() {
    running.current?.abort();
    setUploadState({ kind: "empty" });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  const hasFile = uploadState.kind === "checked" || upload !== undefined;
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className={styles.label}>
        CSV file of NINs
      </p>
      <p id={`${id}-hint`} className="quiet">
        One NIN per line, 11 digits; if you like, a label and a staff ID beside it, which only you see. We check every
        line first, and ask the people only after you pay.{" "}
        <a href={bulkTemplatePath} download={`${brand.name}-nin-template.csv`}>
          Download a template
        </a>
      </p>
      <div
        className={classes(styles.drop, isDragOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={drop}
      >
        {/* the button opens the native file input, which cannot be styled */}
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedFileTypes}
          aria-label="CSV file"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // allows choosing the same file again after it was corrected
            currentTarget.value = "";
          }}
        />
        {uploadState.kind === "sending" ? (
          <UploadProgress {...uploadState} onCancel={cancelUpload} />
        ) : (
          <>
            <Button
              size="small"
              data-invalid={uploadState.kind === "refused" ? true : undefined}
              aria-describedby={uploadState.kind === "refused" ? `${id}-error` : `${id}-hint`}
              onClick={() => input.current?.click()}
            >
              {hasFile ? "Choose another file" : "Choose the file"}
            </Button>
            <span className={classes("quiet", styles.orDrop)}>or drop it here</span>
          </>
        )}
      </div>
      <div role="status" className={styles.said}>
        {uploadState.kind === "checked" ? (
          <CheckSummary {...uploadState} />
        ) : (
          uploadState.kind === "empty" &&
          upload && <StatusLabel tone="success">{formatLineCount(upload.records)}, all valid</StatusLabel>
        )}
      </div>
      {uploadState.kind === "checked" && uploadState.checked.badCount > 0 && (
        <InvalidLines {...uploadState.checked}>
          <p>Fix these lines in the file and choose it again, or continue without them. Nothing was charged.</p>
          <SkipBadLines
            checked={uploadState.checked}
            onSkipped={(records) => {
              const { checked } = uploadState;
              setUploadState({ ...uploadState, checked: { ...checked, records, badCount: 0 } });
              onChange({ uploadId: checked.uploadId, records });
            }}
          />
        </InvalidLines>
      )}
      <FieldError id={`${id}-error`}>{uploadState.kind === "refused" && uploadState.why}</FieldError>
    </div>
  );
}

type SkipBadLinesProps = { readonly checked: CheckedFile; readonly onSkipped: (records: number) => void };

/** Continues with the valid lines of a file, if it has any. */
function SkipBadLines({ checked: { uploadId, records, badCount }, onSkipped }: SkipBadLinesProps) {
  const [isSending, setSending] = useState(false);
  const showProblem = useProblem();
  async function skip() {
    setSending(true);
    const result = await call(skipBadLines, { uploadId });
    setSending(false);
    if (result.ok) onSkipped(result.value.records);
    else showProblem(result.problem);
  }
  const validCount = records - badCount;
  if (validCount === 0) return null;
  return (
    <Button busy={isSending && "Continuing"} onClick={() => void skip()}>
      Continue with the {validCount === 1 ? "valid line" : `${formatCount(validCount)} valid lines`}
    </Button>
  );
}

type UploadProgressProps = { readonly name: string; readonly share: number; readonly onCancel: () => void };

function UploadProgress({ name, share, onCancel }: UploadProgressProps) {
  const isSent = share >= 1;
  return (
    <div className={styles.sending}>
      <label className={styles.name}>
        {isSent ? "Checking" : "Sending"} {name}
        {isSent ? <progress className={styles.bar} /> : <progress className={styles.bar} max={1} value={share} />}
      </label>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function CheckSummary({
  name,
  checked: { records, badCount, notes },
}: {
  readonly name: string;
  readonly checked: CheckedFile;
}) {
  return (
    <>
      <StatusLabel tone={badCount === 0 ? "success" : "problem"}>
        {badCount === 0
          ? `${formatLineCount(records)}, all valid`
          : `${formatLineCount(badCount)} of ${formatCount(records)} not valid`}
      </StatusLabel>
      <span className={styles.name}>{name}</span>
      {notes?.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </>
  );
}
