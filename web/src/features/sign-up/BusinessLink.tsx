import { storedBusinessDraft } from "../../lib/storage.ts";
import { BuildingIcon } from "../../ui/icons.tsx";
import styles from "./BusinessLink.module.css";

/** The business this sign-up is for; its picture leads back to the step that asks for it. Source: A§2, SIGNUP-21. */
export function BusinessLink() {
  const kept = storedBusinessDraft.get();
  return (
    <a href="/individual/sign-up/2" className={styles.link}>
      <span className={styles.picture}>
        <BuildingIcon size={24} />
      </span>
      <span className={styles.words}>
        <strong>{kept?.businessName || "Your business"}</strong>
        <span>{kept?.rcNumber ? `RC number ${kept.rcNumber}` : "Not filled in yet"}</span>
      </span>
      <span className={styles.change}>{kept?.businessName ? "Change" : "Fill in"}</span>
    </a>
  );
}
