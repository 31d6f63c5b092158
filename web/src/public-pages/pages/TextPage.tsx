import type { ReactNode } from "react";
import styles from "./TextPage.module.css";

type Props = {
  readonly title: string;
  /** One or two sentences that say what the page holds. */
  readonly lead?: ReactNode;
  /** Places in the page: id and words. */
  readonly contents?: readonly (readonly [id: string, words: string])[];
  /** The children are sections that need no order: two beside each other where there is room. */
  readonly pairs?: boolean;
  readonly children: ReactNode;
};

/** A page to be read, with its contents beside it where there is room. */
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
      <div className={pairs ? styles.pairs : "prose"}>{children}</div>
    </article>
  );
}
