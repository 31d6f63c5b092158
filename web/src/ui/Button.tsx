import { type ComponentProps, type MouseEvent, type ReactNode, useState } from "react";
import styles from "./Button.module.css";
import { classes } from "./classes.ts";
import { Spinner } from "./Spinner.tsx";

/** `primary`: the one next step of a screen. `secondary`: another way. `quiet`: beside text. `danger`: cannot be undone. */
export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

type ButtonAppearance = {
  readonly kind?: ButtonKind;
  readonly size?: "normal" | "small";
  readonly icon?: ReactNode;
  /** As wide as what it stands in. */
  readonly wide?: boolean;
};

type ButtonProps = ComponentProps<"button"> &
  ButtonAppearance & {
    /** Words for what is being done, such as "Paying"; shown with a spinner. The button keeps its focus and does nothing. */
    readonly busy?: string | false | undefined;
  };

const appearanceProps = (
  { kind = "secondary", size = "normal", wide }: ButtonAppearance,
  more: string | undefined,
) => ({
  className: classes(styles.button, styles[kind], size === "small" && styles.small, wide && styles.wide, more),
  // what is said at the edge of the screen keeps clear of it
  "data-main": kind === "primary" || undefined,
});

/** A button that does something here, and does not shrink while it does. Its type is `button` unless said otherwise. */
export function Button({ kind, size, icon, wide, busy, className, onClick, children, ...rest }: ButtonProps) {
  const [minWidth, setMinWidth] = useState<number>();
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) return event.preventDefault();
    if (busy !== undefined) setMinWidth(event.currentTarget.offsetWidth);
    onClick?.(event);
  }
  return (
    <button
      type="button"
      {...appearanceProps({ kind, size, wide }, className)}
      aria-disabled={busy ? true : undefined}
      aria-live={busy === undefined ? undefined : "polite"}
      style={busy ? { minWidth } : undefined}
      onClick={click}
      {...rest}
    >
      {busy ? <Spinner size={18} /> : icon}
      {busy || children}
    </button>
  );
}

/** A link that looks like a button because it is the next step. It is an address: it opens in a new tab, it can be copied. */
export function LinkButton({
  kind,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & ButtonAppearance) {
  return (
    <a {...appearanceProps({ kind, size, wide }, className)} {...rest}>
      {icon}
      {children}
    </a>
  );
}

type IconButtonProps = ComponentProps<"button"> & { readonly label: string };

/** A square button with an icon alone; `label` is its name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={classes(styles.icon, className)} {...rest} />
  );
}
