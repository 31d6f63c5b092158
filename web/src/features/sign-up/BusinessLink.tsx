import { storedBusinessDraft } from "../../lib/storage.ts";
import { BuildingIcon } from "../../ui/icons.tsx";
import styles from "./BusinessLink.module.css";

/** The business of this sign-up; its picture links back to the step about the business [SIGNUP-21]. */
export function BusinessLink() {
  const draft = storedBusinessDraft.get();
  return (
    <a href="/individual/sign-up/2" className={styles.link}>
      <span className={styles.picture}>
        <BuildingIcon size={24} />
      </span>
      <span className={styles.words}>
        <strong>{draft?.businessName || "Your business"}</strong>
        <span>{draft?.rcNumber ? `RC number ${draft.rcNumber}` : "Not filled in yet"}</span>
      </span>
      <span className={styles.change}>{draft?.businessName ? "Change" : "Fill in"}</span>
    </a>
  );
}
