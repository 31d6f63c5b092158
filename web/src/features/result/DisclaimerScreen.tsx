import * as texts from "@idanimo/contract/texts";
import { useLocation } from "../../lib/router.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import styles from "./DisclaimerScreen.module.css";

/**
 * Explains a consent request, at `/disclaimer`. The wizard shows the same text in its dialog; this page stays
 * reachable, keeps the request id of its address, and moves no money [CONSENT-03 O-44].
 */
export function DisclaimerScreen() {
  const { search } = useLocation();
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.disclaimerTitle}>Read this before you ask about a person.</PageHeader>
      <ul className={styles.points}>
        <li>
          <strong>The person decides.</strong> We ask them by SMS or email, with your name and your reason, and show you
          nothing until they say yes. They have 24 hours. You see what your reason needs, and more only if they add it.
        </li>
        <li>
          <strong>The charge is kept</strong> when the source has no such record, when the person says no, and when no
          answer comes. Look at the number once more before you pay.
        </li>
        <li>
          <strong>The money goes back to your wallet</strong> when the source fails, when the person is not reached or
          the number or email in the record belongs to another person, and when the person is under 18 or cannot be
          asked now.
        </li>
        <li>
          <strong>The record belongs to them.</strong> Use it only for the reason you gave. It is erased when its time
          is over, or at once when they withdraw their consent.
        </li>
      </ul>
      <p className={styles.actions}>
        <LinkButton kind="primary" href={`/consent${search}`}>
          Make payment
        </LinkButton>
        <LinkButton href="/dashboard">Back</LinkButton>
      </p>
    </div>
  );
}
