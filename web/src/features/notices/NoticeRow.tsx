import type { Notice } from "@idanimo/contract/notices";
import { formatDateTime } from "@idanimo/contract/date-format";
import { classes } from "../../ui/classes.ts";
import { ForwardIcon } from "../../ui/icons.tsx";
import { ToneIcon } from "../../ui/ToneIcon.tsx";
import { formatAgo } from "./format-ago.ts";
import styles from "./NoticeRow.module.css";
import { ownLinkOf, noticeToneOf } from "./rules.ts";

type Props = {
  readonly notice: Notice;
  /** Unread until the list was opened. */
  readonly isNew: boolean;
  /** Unix time in milliseconds. */
  readonly now: number;
};

/** One notice; links to its subject. */
export function NoticeRow({ notice, isNew, now }: Props) {
  const link = ownLinkOf(notice);
  const tone = noticeToneOf(notice);
  const content = (
    <>
      <span className={classes(styles.icon, styles[tone])}>
        <ToneIcon tone={tone} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {notice.title}
          {isNew && <span className={styles.new}>New</span>}
        </span>
        <span className={styles.text}>{notice.text}</span>
        <time dateTime={notice.at} title={formatDateTime(notice.at)} className={styles.time}>
          {formatAgo(Date.parse(notice.at), now)}
        </time>
      </span>
    </>
  );
  return (
    <li className={styles.row}>
      {link === undefined ? (
        <div className={styles.content}>{content}</div>
      ) : (
        <a href={link} className={classes(styles.content, styles.link)}>
          {content}
          <ForwardIcon size={18} className={styles.forward} />
        </a>
      )}
    </li>
  );
}
