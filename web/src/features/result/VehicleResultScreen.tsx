import { textOf } from "@idanimo/contract/record-fields";
import { unknownVehicleFields, vehicleFields, wordsOf } from "@idanimo/contract/record-views";
import { type VehicleRecord, vehicleRecord } from "@idanimo/contract/records";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { CarIcon } from "../../ui/icons.tsx";
import { openable } from "./rules.ts";
import { Fields, Group, Groups, RecordBody, RecordHead, RecordTable, SubLine } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";
import { pictureAddress } from "./rules.ts";
import { StolenBanner } from "./StolenBanner.tsx";
import styles from "./VehicleResultScreen.module.css";

/** A vehicle's history by its VIN, at `/vehicle`. Source: RESULT-VIN-01 to 09. */
export function VehicleResultScreen() {
  return (
    <ResultFrame route="/vehicle" shape={vehicleRecord}>
      {(drawn) => <Vehicle {...drawn} />}
    </ResultFrame>
  );
}

function Vehicle({ request, record, onGone }: Drawn<VehicleRecord>) {
  const name = [record?.year, record?.make, record?.model].filter((part) => textOf(part) !== undefined).join(" ");
  const pdf = openable(record?.pdfUri);
  const preview = openable(record?.previewImageURL) ?? pictureAddress(record?.previewImageURL);
  const tables = Object.entries(record?.history ?? {});
  return (
    <RecordBody label={name || "Vehicle"}>
      <RecordHead
        icon={CarIcon}
        title={name || (record ? "Vehicle" : "-")}
        request={request}
        onGone={onGone}
        files={
          pdf && (
            <DownloadLink href={pdf} fileName="full-report.pdf">
              Full report (PDF)
            </DownloadLink>
          )
        }
      >
        <SubLine label="VIN">{textOf(record?.vin)}</SubLine>
        {preview && <img className={styles.preview} src={preview} alt="The vehicle, from the record" />}
      </RecordHead>
      <StolenBanner stolen={record?.stolen} />
      <Groups record={record} groups={[{ title: "Specification", fields: vehicleFields }]}>
        <Group title="Measures">
          <Fields record={record} fields={unknownVehicleFields} />
          <p className={styles.aside}>The source tells none of these.</p>
        </Group>
      </Groups>
      {tables.map(([table, rows]) => (
        <Group key={table} title={wordsOf(table)}>
          <RecordTable caption={wordsOf(table)} rows={rows} />
        </Group>
      ))}
      {record && tables.length === 0 && (
        <Group title="History">
          <RecordTable caption="History" rows={[]} />
        </Group>
      )}
    </RecordBody>
  );
}
