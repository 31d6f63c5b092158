import type { ReactNode } from "react";
import styles from "./illustrations.module.css";

/** Our own line drawings for empty and waiting states: 160 x 112, two strokes of ink and one of green. Decorative. */
function drawing(ink: ReactNode, green: ReactNode) {
  return function Illustration() {
    return (
      <svg
        className={styles.doorway}
        width="160"
        height="112"
        viewBox="0 0 160 112"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <g stroke="var(--line)">{ink}</g>
        <g stroke="var(--primary)">{green}</g>
      </svg>
    );
  };
}

/** Nothing requested yet: an empty desk with a clean sheet. */
export const DeskIllustration = drawing(
  <>
    <path d="M12 92h136M28 92v14M132 92v14" />
    <path d="M58 84 64 40h36l6 44Z" fill="var(--surface)" />
    <path d="M72 52h20M71 62h22M70 72h24" strokeOpacity="0.5" />
    <path d="M122 92V80a6 6 0 0 1 6-6h6v18M24 92c0-8 4-12 10-12s10 4 10 12" />
  </>,
  <path d="M112 34 96 66l-2 8 6-5 17-32Z" />,
);

/** Waiting for consent: a door slightly open. */
export const DoorIllustration = drawing(
  <>
    <path d="M20 102h120" />
    <path d="M52 102V34a28 28 0 0 1 56 0v68" />
    <path d="M62 102V38a18 18 0 0 1 18-18" strokeOpacity="0.5" />
    <path d="M80 102V20l22 12v64Z" fill="var(--surface)" />
    <path d="M86 62v5" />
  </>,
  <path d="M118 26v10l7 5M132 36a14 14 0 1 1-28 0" />,
);

/** The wait is over: the same door, closed. */
export const ClosedDoorIllustration = drawing(
  <>
    <path d="M20 102h120" />
    <path d="M52 102V34a28 28 0 0 1 56 0v68" />
    <path d="M62 102V38a18 18 0 0 1 36 0v64" strokeOpacity="0.5" />
  </>,
  <path d="M90 62v6M112 102c0-7 4-10 9-10s9 3 9 10M121 92V80m0 6 6-5" />,
);

/** No search results: a lens over an empty line. */
export const LensIllustration = drawing(
  <>
    <path d="M26 88h64M26 28h40M26 48h22M26 68h22" strokeOpacity="0.6" />
    <path d="M118 76 138 98" strokeWidth="4" />
  </>,
  <>
    <circle cx="96" cy="52" r="30" fill="var(--surface)" />
    <path d="M84 42a16 16 0 0 1 12-8" strokeOpacity="0.6" />
  </>,
);

/** No connection: a plug out of its socket. */
export const UnpluggedIllustration = drawing(
  <>
    <path d="M10 56h34c8 0 8-12 16-12h8v24h-8c-8 0-8-12-16-12" />
    <path d="M68 48h10M68 64h10" />
    <path d="M150 56h-28M122 40h-12a16 16 0 0 0 0 32h12Z" />
  </>,
  <path d="M88 32l-4-8M96 28V18M88 80l-4 8M96 84v10" />,
);
