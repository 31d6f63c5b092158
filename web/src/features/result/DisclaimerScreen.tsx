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
      <PageHeader title={texts.disclaimerTitle}>Read this before you check a person.</PageHeader>
      <ul className={styles.points}>
        <li>
          <strong>The person decides.</strong> We ask them by SMS or email, with your name and your reason, and show you
          nothing until they agree. They have 24 hours. You see what your reason needs, and more only if they add it.
        </li>
        <li>
          <strong>Not refunded</strong> if the source has no record, the person refuses, or they don't reply in 24
          hours. Check the number before you pay.
        </li>
        <li>
          <strong>Refunded to your wallet</strong> if the source fails, the person can't be reached or asked, the
          contact in the record belongs to someone else, or the person is under 18.
        </li>
        <li>
          <strong>The record belongs to them.</strong> Use it only for the reason you gave. We delete it when your
          access ends, or immediately if they withdraw their consent.
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
