import { useLayoutEffect, useRef, useState } from "react";
import { contrast } from "./colours.ts";
import styles from "./Foundation.module.css";

type Props = { readonly on: string; readonly ink: string; readonly least: number };

/** A text colour on a background, with their contrast measured in the current theme. */
export function ColourPair({ on, ink, least }: Props) {
  const sample = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState<number>();
  useLayoutEffect(() => {
    if (!sample.current) return;
    const values = getComputedStyle(sample.current);
    setMeasured(contrast(values.getPropertyValue(`--${on}`).trim(), values.getPropertyValue(`--${ink}`).trim()));
  }, [on, ink]);
  return (
    <div ref={sample} className={styles.colour}>
      <span className={styles.swatch} style={{ background: `var(--${on})`, color: `var(--${ink})` }}>
        {least > 3 ? "Ìdánimọ̀ ₦588" : <span className={styles.stroke} />}
      </span>
      {ink} on {on}
      <br />
      {measured?.toFixed(1)} : 1{measured !== undefined && measured < least && " too little"}
    </div>
  );
}
