import { brand } from "../../brand.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { DownloadIcon } from "../../ui/icons.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ShownOnceDialog } from "../../ui/ShownOnceDialog.tsx";
import styles from "./RecoveryCodes.module.css";
import { formatRecoveryCodesFile } from "./rules.ts";

type Props = {
  readonly title: string;
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
};

/** Ten recovery codes that are shown only once. The dialog stays open until the user confirms having saved them. */
export function RecoveryCodesDialog({ title, codes, email, onClose }: Props) {
  return (
    <ShownOnceDialog title={title} savedLabel="I have saved them" onClose={onClose}>
      <p className={styles.printOnly}>
        {brand.name}: recovery codes for {email}
      </p>
      <p className={styles.onScreen}>
        Save these recovery codes. If you lose your phone, each one signs you in once.{" "}
        <strong>We won't show them again.</strong>
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="figures">
            {code}
          </li>
        ))}
      </ul>
      <div className={classes(styles.ways, styles.onScreen)}>
        <CopyButton text={codes.join("\n")} what="The codes" />
        <Button
          size="small"
          icon={<DownloadIcon />}
          onClick={() => downloadText(formatRecoveryCodesFile(codes, brand.name, email))}
        >
          Download
        </Button>
        <Button size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </ShownOnceDialog>
  );
}

function downloadText(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "recovery-codes.txt";
  link.click();
  // the browser reads the URL asynchronously
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
