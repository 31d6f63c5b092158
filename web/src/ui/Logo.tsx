import { brand } from "../brand.ts";
import styles from "./Logo.module.css";

/**
 * The mark: a person in a doorway drawn as the ridges of a fingerprint, its one side open. Works in one colour from 20 px.
 * Decoration; the name beside it is what is read.
 */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="2.6" strokeLinecap="round">
        <path d="M4 24V13a10 10 0 0 1 20 0v5" />
        <path d="M9 24.5a5 5 0 0 1 10 0" />
      </g>
      <circle cx="14" cy="13.3" r="2.9" fill="currentColor" />
    </svg>
  );
}

/** Mark and name, for the head and the foot of a page. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <span className={styles.mark}>
        <Mark />
      </span>
      {brand.name}
    </span>
  );
}
