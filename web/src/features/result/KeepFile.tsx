import { type MouseEvent, type ReactNode, useState } from "react";
import { keepFile } from "../../lib/keep-file.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./RecordParts.module.css";

type Props = {
  /** One of our own, such as the contract's `downloads`. */
  readonly address: string;
  readonly children: ReactNode;
};

/** A PDF to keep. It is a link, so it can be opened as one; a press fetches it here and says how that goes. */
export function KeepFile({ address, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  async function keep(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    const problem = await keepFile(address);
    setBusy(false);
    setRefused(problem?.message);
  }
  return (
    <span className={styles.keep}>
      <LinkButton
        size="small"
        href={address}
        download
        rel="noreferrer noopener"
        icon={busy ? <Spinner size={18} /> : <DownloadIcon />}
        aria-disabled={busy ? true : undefined}
        onClick={(event) => void keep(event)}
      >
        {busy ? "Preparing the PDF" : children}
      </LinkButton>
      <span role="status" className={styles.refused}>
        {refused !== undefined && `There is no PDF: ${refused}`}
      </span>
    </span>
  );
}
