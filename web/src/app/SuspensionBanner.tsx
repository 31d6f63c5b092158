import { brand } from "@idanimo/contract/brand";
import * as texts from "@idanimo/contract/texts";
import { BreakableEmail } from "../ui/BreakableEmail.tsx";
import { DateText } from "../ui/DateText.tsx";
import { Notice } from "../ui/Notice.tsx";
import styles from "./SuspensionBanner.module.css";
import { useUser } from "./use-user.ts";

/** Says on every screen that the account or organisation is suspended, why, and what still works. [OC-09] */
export function SuspensionBanner() {
  const { data: user } = useUser();
  if (!user?.suspension) return null;
  const { since, reason, ofOrganisation } = user.suspension;
  const what = ofOrganisation ? (user.organisation?.name ?? "Your organisation") : "Your account";
  return (
    <div className={styles.banner}>
      <Notice tone="problem" title={`${what} is suspended`}>
        <p>
          Since <DateText at={since} />, because {reason}. {texts.suspendedMayNot} {texts.suspendedMay}
        </p>
        <p>
          To answer us, write to{" "}
          <a href={`mailto:${brand.contactEmail}`}>
            <BreakableEmail text={brand.contactEmail} />
          </a>
          .
        </p>
      </Notice>
    </div>
  );
}
