import { bureauFigureRows } from "@idanimo/contract/checks/bvn/view";
import { humanizeFieldName } from "@idanimo/contract/record-tables";
import type { BureauName } from "@idanimo/contract/checks/bvn/loans";
import type { BureauRecord } from "@idanimo/contract/checks/bvn/record";
import { noRecordFound } from "@idanimo/contract/texts";
import { classes } from "../../../ui/classes.ts";
import { ChevronIcon, InfoIcon } from "../../../ui/icons.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import styles from "./BureauPanel.module.css";
import { figureExplanations } from "./figure-explanations.ts";
import { PagedTable } from "./PagedTable.tsx";
import { arrangeTables, type BureauState, bureauStateMessage } from "./rules.ts";

type Props = {
  readonly name: BureauName;
  readonly state: BureauState;
  /** Undefined if there is none, or if it could not be loaded. */
  readonly bureau: BureauRecord | undefined;
};

/**
 * One bureau's record: ten metrics with explanations, and its tables [RESULT-CREDIT-10 to RESULT-CREDIT-13 O-23
 * O-39].
 */
export function BureauPanel({ name, state, bureau }: Props) {
  if (state !== "record")
    return (
      <div className={styles.none}>
        <p className={styles.word}>{{ not_asked: "Not asked", no_record: noRecordFound, no_data: "No Data" }[state]}</p>
        <p className="quiet">{bureauStateMessage(state, name)}</p>
      </div>
    );
  return (
    <>
      <dl className={styles.figures}>
        {bureauFigureRows(bureau?.summary).map(({ figure, label, value }) => (
          <div key={figure} className={styles.figure}>
            <dt>{label}</dt>
            <dd className={classes(styles.value, "figures")}>{value}</dd>
            <dd className={styles.what}>
              <Tooltip label={`What is this? ${label}`} content={figureExplanations[figure]}>
                <InfoIcon size={16} />
              </Tooltip>
            </dd>
          </div>
        ))}
      </dl>
      {arrangeTables(bureau?.tables ?? {}).map(({ table, rows, repeatedIn }) => {
        const title = humanizeFieldName(table);
        const content = <PagedTable caption={`${name}: ${title}`} bureau={name} rows={rows} />;
        return (
          <section key={table} className={styles.table} aria-label={`${name}: ${title}`}>
            {repeatedIn === undefined ? (
              <>
                <h4>{title}</h4>
                {content}
              </>
            ) : (
              <details>
                <summary className={styles.repeated}>
                  <h4>{title}</h4>
                  <span className="quiet">The same loans are in {humanizeFieldName(repeatedIn)}</span>
                  <ChevronIcon className={styles.mark} />
                </summary>
                {content}
              </details>
            )}
          </section>
        );
      })}
    </>
  );
}
