import { BellIcon } from "../../ui/icons.tsx";
import styles from "./NoticeBell.module.css";
import { bellLabel, formatUnreadCount } from "./rules.ts";

type Props = { readonly unread: number; readonly onOpen: () => void };

/** Opens the list of notices and shows the number of unread ones. */
export function NoticeBell({ unread, onOpen }: Props) {
  return (
    <button
      type="button"
      className={styles.bell}
      aria-haspopup="dialog"
      aria-label={bellLabel(unread)}
      onClick={onOpen}
    >
      <BellIcon size={22} />
      {unread > 0 && (
        <span className={`${styles.count} figures`} aria-hidden="true">
          {formatUnreadCount(unread)}
        </span>
      )}
    </button>
  );
}
