import type { ReactNode } from "react";
import styles from "./TextPage.module.css";

type Props = {
  readonly title: string;
  /** One or two sentences that summarise the page. */
  readonly lead?: ReactNode;
  /** Table of contents: id and label. */
  readonly contents?: readonly (readonly [id: string, words: string])[];
  /** The children are independent sections: two side by side on wide screens. */
  readonly pairs?: boolean;
  readonly children: ReactNode;
};

/** A text page; on wide screens its table of contents is on the left. */
export function TextPage({ title, lead, contents, pairs, children }: Props) {
  return (
    <article className={contents ? styles.withContents : undefined}>
      <header className="prose-head">
        <h1>{title}</h1>
        {lead && <p className="quiet">{lead}</p>}
      </header>
      {contents && (
        <nav aria-label="On this page" className={styles.contents}>
          <ul>
            {contents.map(([id, words]) => (
              <li key={id}>
                <a href={`#${id}`}>{words}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={pairs ? styles.pairs : `prose ${styles.text}`}>{children}</div>
    </article>
  );
}
