import type { Component } from "../jsx/component.ts";
import styles from "./Documentation.module.css";
import { guides } from "./guides.ts";

/** A guide as a screen, with a link to the next one. */
export function guidePage(path: string, html: string): Component {
  return function GuidePage() {
    const next = guides[guides.findIndex((guide) => guide.path === path) + 1];
    return (
      <article>
        {/* made by the build from a page of this repository */}
        {/* oxlint-disable-next-line react/no-danger */}
        <div className={`prose ${styles.guide}`} dangerouslySetInnerHTML={{ __html: html }} />
        {next && (
          <p className={styles.next}>
            Next: <a href={next.path}>{next.title}</a>
          </p>
        )}
      </article>
    );
  };
}
