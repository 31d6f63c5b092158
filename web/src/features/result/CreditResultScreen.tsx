import { type CreditRecord, creditRecord } from "@idanimo/contract/records";
import { basicFields, bureaus, figuresOf, isEmptyCredit, wordsOf } from "@idanimo/contract/record-views";
import styles from "./CreditResultScreen.module.css";
import { Fields, Group, Groups, RecordBody, RecordHead, RecordTable } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";
import { textOf } from "@idanimo/contract/record-fields";

/** A credit profile at `/financial`. Source: RESULT-CREDIT-01 to 05, 10 to 13. */
export function CreditResultScreen() {
  return (
    <ResultFrame route="/financial" shape={creditRecord} isEmpty={isEmptyCredit}>
      {(drawn) => <Credit {...drawn} />}
    </ResultFrame>
  );
}

function Credit({ request, record, onGone }: Drawn<CreditRecord>) {
  const people = record?.["basic-data"] ?? [];
  return (
    <RecordBody label="Credit profile">
      <RecordHead title={textOf(people[0]?.["name"]) ?? "-"} request={request} onGone={onGone}>
        <p className="figures">
          <span className="quiet">Credit score</span> {textOf(record?.["FICO-Score"].ficoScore) ?? "-"}
        </p>
      </RecordHead>
      <Groups record={people[0]} groups={[{ title: "BVN details", fields: basicFields }]}>
        {people.slice(1).map((person, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no name of their own and never move
          <Group key={at} title={`BVN details, entry ${at + 2}`}>
            <Fields record={person} fields={basicFields} />
          </Group>
        ))}
      </Groups>
      {bureaus.map(({ name, tick, member }) => (
        <Bureau
          key={tick}
          name={name}
          asked={record?.asked.includes(tick) ?? true}
          loaded={record !== undefined}
          bureau={record?.[member] ?? undefined}
        />
      ))}
    </RecordBody>
  );
}

type BureauProps = {
  readonly name: string;
  readonly asked: boolean;
  readonly loaded: boolean;
  readonly bureau: NonNullable<CreditRecord["crc-data"]> | undefined;
};

/** One bureau: its ten figures and its tables. Source: RESULT-CREDIT-10 to 13. */
function Bureau({ name, asked, loaded, bureau }: BureauProps) {
  if (!asked || (loaded && !bureau))
    return (
      <Group title={name}>
        <p className="quiet">{asked ? "No Data" : "Not asked"}</p>
      </Group>
    );
  return (
    <Group title={name}>
      <dl className={styles.figures}>
        {figuresOf(bureau?.summary).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {Object.entries(bureau?.tables ?? {}).map(([table, rows]) => (
        <div key={table} className={styles.table}>
          <h4>{wordsOf(table)}</h4>
          <RecordTable caption={`${name}: ${wordsOf(table)}`} rows={rows} />
        </div>
      ))}
    </Group>
  );
}
