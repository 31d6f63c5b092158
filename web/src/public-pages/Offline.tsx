import { brand } from "../brand.ts";
import { classes } from "../ui/classes.ts";
import { LinkButton } from "../ui/Button.tsx";
import { UnpluggedIllustration } from "../ui/illustrations.tsx";
import { Logo } from "../ui/Logo.tsx";
import shell from "../ui/Shell.module.css";
import styles from "./Offline.module.css";

/** Shown at the URL of a page that cannot be fetched: an empty link requests the page again. Works without script. */
export function Offline() {
  return (
    <div className={shell.page}>
      <header className={shell.bar}>
        <div className={shell.barInner}>
          <Logo />
        </div>
      </header>
      <main className={classes(shell.main, styles.offline)}>
        <UnpluggedIllustration />
        <h1>You seem to be offline</h1>
        <p>This page did not arrive. Opening it charged nothing and sent nothing.</p>
        <p className="quiet">
          What you have already paid for goes on without you. You will find it in your {brand.name} dashboard when you
          are back.
        </p>
        <LinkButton kind="primary" href="">
          Try again
        </LinkButton>
        <p className={classes("quiet", styles.help)}>
          Turn on mobile data or Wi-Fi, or go where the signal is better.
          <span className="needs-script"> The page comes back by itself with the connection.</span>
        </p>
      </main>
    </div>
  );
}
