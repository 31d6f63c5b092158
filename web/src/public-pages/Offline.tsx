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
        <h1>You are offline</h1>
        <p>This page couldn't load. You haven't been charged.</p>
        <p className="quiet">
          Checks you've paid for will continue. See them in your {brand.name} dashboard when you are back online.
        </p>
        <LinkButton kind="primary" href="">
          Try again
        </LinkButton>
        <p className={classes("quiet", styles.help)}>
          Turn on mobile data or Wi-Fi, or move to where the signal is better.
          <span className="needs-script"> The page reloads automatically when you are connected.</span>
        </p>
      </main>
    </div>
  );
}
