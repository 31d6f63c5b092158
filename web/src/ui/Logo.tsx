import { brand } from "../brand.ts";
import styles from "./Logo.module.css";

/**
 * The logo: a person in a half-open doorway. On a 2 px grid, so that its edges are sharp at 16, 20 and 28 px;
 * `public/favicon.svg` is the same drawing on a tile. Decorative, beside the product's name.
 */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="currentColor" aria-hidden="true" focusable="false">
      <path d="M4 26V14a10 10 0 0 1 20 0v4" fill="none" stroke="currentColor" strokeWidth="4" />
      <circle cx="14" cy="13" r="4" />
      <path d="M8 26a6 6 0 0 1 12 0Z" />
    </svg>
  );
}

/** Logo and name, for headers and footers. */
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
