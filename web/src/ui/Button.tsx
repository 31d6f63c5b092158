import { type ComponentProps, type MouseEvent, type ReactNode, useState } from "react";
import styles from "./Button.module.css";
import { classes } from "./classes.ts";
import { Spinner } from "./Spinner.tsx";

/**
 * `primary`: the main action of a screen. `secondary`: an alternative. `quiet`: beside text. `danger`: cannot be
 * undone.
 */
export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

type ButtonAppearance = {
  readonly kind?: ButtonKind;
  readonly size?: "normal" | "small";
  readonly icon?: ReactNode;
  /** Full width of its container. */
  readonly wide?: boolean;
};

type ButtonProps = ComponentProps<"button"> &
  ButtonAppearance & {
    /**
     * Label while the action runs, such as "Paying"; shown with a spinner. The button keeps its focus and does
     * nothing.
     */
    readonly busy?: string | false | undefined;
  };

const appearanceProps = (
  { kind = "secondary", size = "normal", wide }: ButtonAppearance,
  more: string | undefined,
) => ({
  className: classes(styles.button, styles[kind], size === "small" && styles.small, wide && styles.wide, more),
  // toasts do not cover this button
  "data-main": kind === "primary" || undefined,
});

/** A button for an action on this screen; it does not shrink while busy. Its type is `button` by default. */
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

/** A link that looks like a button, for the next step. It can be opened in a new tab and copied. */
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

/** A square button with an icon; `label` is its accessible name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={classes(styles.icon, className)} {...rest} />
  );
}
