import type { ReactNode } from "react";
import styles from "./SectionNavigation.module.css";

type Section = { readonly title: string; readonly address: string; readonly aside?: ReactNode };

type Props = {
  /** The accessible name. */
  readonly label: string;
  readonly sections: readonly Section[];
  /** The address of the section that is shown. */
  readonly current: string;
};

/** Scrolls the current section into view, which a phone's width may hide. */
const scrollIntoRow = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Links to the sections of a part of the product, in one row. */
export function SectionNavigation({ label, sections, current }: Props) {
  return (
    <nav aria-label={label} className={styles.navigation}>
      {sections.map(({ title, address, aside }) => (
        <a
          key={address}
          ref={address === current ? scrollIntoRow : undefined}
          href={address}
          aria-current={address === current ? "page" : undefined}
        >
          {title}
          {aside}
        </a>
      ))}
    </nav>
  );
}
