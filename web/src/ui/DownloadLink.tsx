import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { withOrganisation } from "../lib/active-organisation.ts";
import { formatBytes } from "../lib/format.ts";
import { LinkButton } from "./Button.tsx";
import { DownloadIcon } from "./icons.tsx";
import { Spinner } from "./Spinner.tsx";
import { useToast } from "./Toast.tsx";

type Props = {
  /** One of the contract's `downloads`. */
  readonly href: string;
  /** File name if the server sends none. */
  readonly fileName: string;
  /** Accessible name, if the text alone is not clear. */
  readonly label?: string;
  /** Class of a link in running text, instead of a button. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/**
 * A download link that can be copied. A plain click downloads the complete file first, shows the progress, and says
 * why nothing was saved. A second click cancels; leaving the screen does not.
 */
export function DownloadLink({ href, fileName, label, className, children }: Props) {
  const address = withOrganisation(href);
  const toast = useToast();
  const [receivedBytes, setReceivedBytes] = useState<number>();
  const activeDownload = useRef<AbortController>(undefined);

  async function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (activeDownload.current) return activeDownload.current.abort();
    const controller = new AbortController();
    activeDownload.current = controller;
    setReceivedBytes(0);
    const { signal } = controller;
    const result = await import("../lib/download.ts").then(
      ({ download }) => download(address, fileName, { signal, onProgress: setReceivedBytes }),
      () => ({ ok: false, words: "Check your connection and try again." }) as const,
    );
    activeDownload.current = undefined;
    setReceivedBytes(undefined);
    if (!result.ok) toast({ tone: "problem", text: `The file could not be saved. ${result.words}` });
  }

  const busy = receivedBytes !== undefined && (receivedBytes === 0 ? "Preparing" : formatBytes(receivedBytes));
  const linkProps = {
    href: address,
    download: fileName,
    onClick: (event: MouseEvent) => void press(event),
    "aria-label": busy ? `${busy}, press to cancel` : label,
    title: busy ? "Press to cancel" : undefined,
    children: busy || children,
  };
  if (className === undefined)
    return <LinkButton size="small" icon={busy ? <Spinner size={18} /> : <DownloadIcon />} {...linkProps} />;
  const { children: words, ...link } = linkProps;
  return (
    <a className={className} {...link}>
      {busy ? <Spinner size={16} /> : <DownloadIcon size={16} />}
      {words}
    </a>
  );
}
