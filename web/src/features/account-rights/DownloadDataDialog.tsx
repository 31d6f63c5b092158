import { beginExport } from "@idanimo/contract/account-rights";
import { brand } from "@idanimo/contract/brand";
import { downloads } from "@idanimo/contract/downloads";
import { useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import form from "../../ui/Form.module.css";
import styles from "./AccountRights.module.css";
import { ReauthenticationContent, ReauthenticationFields } from "./ReauthenticationFields.tsx";
import { type RequiredCredentials, useOwnerReauthentication } from "./use-owner-reauthentication.ts";

/** Downloads all data of the account after the owner has reauthenticated. */
export function DownloadDataDialog({
  required,
  onClose,
}: {
  readonly required: RequiredCredentials;
  readonly onClose: () => void;
}) {
  const id = useId();
  const proof = useOwnerReauthentication(required, false);
  const [until, setUntil] = useState<string>();
  const title = "Download my data";

  async function send() {
    const allowed = await proof.ask(() => call(beginExport, proof.credentials));
    if (allowed) setUntil(allowed.until);
  }

  if (until !== undefined)
    return (
      <Dialog open title={title} onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <div className={styles.stack}>
          <p>Your files are ready. A long history takes a moment.</p>
          <div className={styles.files}>
            <DownloadLink href={downloads.myDataPdf()} fileName={`${brand.name}-my-account.pdf`}>
              To read (PDF)
            </DownloadLink>
            <DownloadLink href={downloads.myDataJson()} fileName={`${brand.name}-my-account.json`}>
              For programs (JSON)
            </DownloadLink>
          </div>
          <p className="quiet">
            These links expire <Countdown at={until} after="." /> Keep them in a private place.
          </p>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={proof.busy && "Asking"}>
            Continue
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={id} className={form.form} aria-label={title} {...proof.bind(send)}>
        <ReauthenticationContent proof={proof}>
          <p>Your account, sign-ins, wallets, payments and checks. Other people's records are not included.</p>
          <ReauthenticationFields proof={proof} required={required} />
        </ReauthenticationContent>
      </form>
    </Dialog>
  );
}
