import { type KeyboardEvent, type ReactNode, useId } from "react";
import styles from "./Menu.module.css";
import { usePopover } from "./use-popover.ts";

export type MenuItem = {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
} & ({ readonly href: string } | { readonly onSelect: () => void });

type Props = {
  /** Accessible name of the button, if its content alone is not clear. */
  readonly label?: string;
  /** Content of the button. */
  readonly children: ReactNode;
  readonly items: readonly MenuItem[];
  readonly className?: string | undefined;
};

/** A button that opens a short list of actions and links. Arrow keys, Home and End move; Escape closes. */
export function Menu({ label, children, items, className }: Props) {
  const id = useId();
  const { trigger, panel, open, style, show, hide } = usePopover<HTMLButtonElement, HTMLDivElement>("end");
  const rows = () => [...(panel.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];

  function openAt(at: number) {
    show();
    rows().at(at)?.focus();
  }
  function triggerKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    openAt(event.key === "ArrowDown" ? 0 : -1);
  }
  function menuKey(event: KeyboardEvent) {
    const all = rows();
    const at = all.findIndex((row) => row === document.activeElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") hide();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to)?.focus();
  }
  function chosen(act: (() => void) | undefined) {
    hide();
    trigger.current?.focus();
    act?.();
  }

  return (
    <>
      <button
        type="button"
        ref={trigger}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          if (open) hide();
          else openAt(0);
        }}
        onKeyDown={triggerKey}
      >
        {children}
      </button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        style={style}
        onKeyDown={menuKey}
      >
        {items.map((item) =>
          "href" in item ? (
            <a
              key={item.key}
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              href={item.href}
              onClick={() => hide()}
            >
              {item.icon}
              {item.label}
            </a>
          ) : (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              onClick={() => chosen(item.onSelect)}
            >
              {item.icon}
              {item.label}
            </button>
          ),
        )}
      </div>
    </>
  );
}
