import { figuresOf, wordsOf } from "@idanimo/contract/record-views";
import type { BureauRecord } from "@idanimo/contract/records";
import { noRecordFound } from "@idanimo/contract/texts";
import { classes } from "../../../ui/classes.ts";
import { InfoIcon } from "../../../ui/icons.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import styles from "./BureauPart.module.css";
import { figureWords } from "./figure-words.ts";
import { PagedTable } from "./PagedTable.tsx";
import { type BureauState, stateWords } from "./rules.ts";

type Props = {
  readonly name: string;
  readonly state: BureauState;
  /** Undefined where there is none, or where it could not be loaded. */
  readonly bureau: BureauRecord | undefined;
};

/** What one bureau holds: ten figures, each explained, and its tables. Source: RESULT-CREDIT-10 to 13, O-23, O-39. */
export function BureauPart({ name, state, bureau }: Props) {
  if (state !== "record")
    return (
      <div className={styles.none}>
        <p className={styles.word}>{{ not_asked: "Not asked", no_record: noRecordFound, no_data: "No Data" }[state]}</p>
        <p className="quiet">{stateWords(state, name)}</p>
      </div>
    );
  return (
    <>
      <dl className={styles.figures}>
        {figuresOf(bureau?.summary).map(({ figure, label, value }) => (
          <div key={figure} className={styles.figure}>
            <dt>{label}</dt>
            <dd className={classes(styles.value, "figures")}>{value}</dd>
            <dd className={styles.what}>
              <Tooltip label={`What is this? ${label}`} content={figureWords[figure]}>
                <InfoIcon size={16} />
              </Tooltip>
            </dd>
          </div>
        ))}
      </dl>
      {Object.entries(bureau?.tables ?? {}).map(([table, rows]) => (
        <section key={table} className={styles.table} aria-label={`${name}: ${wordsOf(table)}`}>
          <h4>{wordsOf(table)}</h4>
          <PagedTable caption={`${name}: ${wordsOf(table)}`} rows={rows} />
        </section>
      ))}
    </>
  );
}
