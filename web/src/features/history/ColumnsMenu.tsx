import { useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ColumnsIcon } from "../../ui/icons.tsx";
import menu from "../../ui/Menu.module.css";
import { usePopover } from "../../ui/use-popover.ts";
import { hideableColumns, type ColumnName } from "./columns.ts";
import styles from "./ColumnsMenu.module.css";

type Props = { readonly hidden: readonly ColumnName[]; readonly onToggle: (name: ColumnName) => void };

/** Which columns the history shows on a wide screen. Narrow screens ignore them. */
export function ColumnsMenu({ hidden, onToggle }: Props) {
  const id = useId();
  const { trigger, panel, open, style, show, hide } = usePopover<HTMLButtonElement, HTMLDivElement>("end");
  return (
    <div className={styles.outer}>
      <Button
        ref={trigger}
        size="small"
        icon={<ColumnsIcon />}
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          if (open) return hide();
          show();
          panel.current?.querySelector("input")?.focus();
        }}
      >
        Columns
      </Button>
      <div id={id} ref={panel} popover="auto" className={menu.menu} style={style}>
        <div role="group" aria-label="Columns">
          {hideableColumns.map(({ name, label }) => (
            <div key={name} className={styles.choice}>
              <Checkbox label={label} checked={!hidden.includes(name)} onChange={() => onToggle(name)} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
