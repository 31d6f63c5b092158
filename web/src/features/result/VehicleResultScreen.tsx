import { nonEmptyText } from "@idanimo/contract/record-fields";
import { unreportedVehicleFields, vehicleFields } from "@idanimo/contract/checks/vin/view";
import { humanizeFieldName } from "@idanimo/contract/record-tables";
import { type VehicleRecord, vehicleRecord } from "@idanimo/contract/checks/vin/record";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { CarIcon } from "../../ui/icons.tsx";
import { ownFileAddress } from "./rules.ts";
import {
  RecordFields,
  RecordSection,
  RecordSections,
  RecordBody,
  RecordHeader,
  RecordTable,
  RecordSubtitle,
} from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { pictureDataUrl } from "./rules.ts";
import { StolenBanner } from "./StolenBanner.tsx";
import styles from "./VehicleResultScreen.module.css";

/** A vehicle's history by its VIN, at `/vehicle` [RESULT-VIN-01 to RESULT-VIN-09]. */
export function VehicleResultScreen() {
  return (
    <ResultFrame route="/vehicle" shape={vehicleRecord}>
      {(drawn) => <VehicleRecordView {...drawn} />}
    </ResultFrame>
  );
}

function VehicleRecordView({ request, record, onExpired }: DisplayedResult<VehicleRecord>) {
  const name = [record?.year, record?.make, record?.model].filter((part) => nonEmptyText(part) !== undefined).join(" ");
  const pdf = ownFileAddress(record?.pdfUri);
  const preview = ownFileAddress(record?.previewImageURL) ?? pictureDataUrl(record?.previewImageURL);
  const tables = Object.entries(record?.history ?? {});
  return (
    <RecordBody label={name || "Vehicle"}>
      <RecordHeader
        icon={CarIcon}
        title={name || (record ? "Vehicle" : "-")}
        request={request}
        onExpired={onExpired}
        files={
          pdf && (
            <DownloadLink href={pdf} fileName="full-report.pdf">
              Full report (PDF)
            </DownloadLink>
          )
        }
      >
        <RecordSubtitle label="VIN">{nonEmptyText(record?.vin)}</RecordSubtitle>
        {preview && <img className={styles.preview} src={preview} alt="The vehicle, from the record" />}
      </RecordHeader>
      <StolenBanner stolen={record?.stolen} />
      <RecordSections record={record} groups={[{ title: "Specification", fields: vehicleFields }]}>
        <RecordSection title="Dimensions">
          <RecordFields record={record} fields={unreportedVehicleFields} />
          <p className={styles.aside}>Not provided by the source.</p>
        </RecordSection>
      </RecordSections>
      {tables.map(([table, rows]) => (
        <RecordSection key={table} title={humanizeFieldName(table)}>
          <RecordTable caption={humanizeFieldName(table)} rows={rows} />
        </RecordSection>
      ))}
      {record && tables.length === 0 && (
        <RecordSection title="History">
          <RecordTable caption="History" rows={[]} />
        </RecordSection>
      )}
    </RecordBody>
  );
}
