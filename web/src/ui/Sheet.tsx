import { type ReactNode, useId } from "react";
import { IconButton } from "./Button.tsx";
import { CrossIcon } from "./icons.tsx";
import styles from "./Sheet.module.css";
import { useModal } from "./use-modal.ts";

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
};

/**
 * A sheet for more of the same screen: filters, details, a long list. From the bottom on phones, from the right on
 * desktops.
 */
export function Sheet({ open, onClose, title, children }: Props) {
  const id = useId();
  const modal = useModal(open, onClose, true);
  return (
    <dialog {...modal} className={styles.sheet} aria-labelledby={id}>
      {open && (
        <div className={styles.content}>
          <header className={styles.head}>
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose}>
              <CrossIcon />
            </IconButton>
          </header>
          <div className={styles.body}>{children}</div>
        </div>
      )}
    </dialog>
  );
}
