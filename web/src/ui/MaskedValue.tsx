import styles from "./MaskedValue.module.css";

/**
 * A value of which only the end is visible. The server masks it; this shows one dot for each hidden character.
 * @param value with `*` for each hidden character
 */
export function MaskedValue({ value }: { readonly value: string }) {
  const hidden = value.match(/^\*+/)?.[0].length ?? 0;
  if (hidden === 0) return <span className="figures">{value}</span>;
  const rest = value.slice(hidden);
  return (
    <span className="figures">
      <span className="only-heard">ends in {[...rest].join(" ")}</span>
      <span aria-hidden="true">
        <span className={styles.dots}>{"•".repeat(Math.min(hidden, 9))}</span>
        {rest}
      </span>
    </span>
  );
}
