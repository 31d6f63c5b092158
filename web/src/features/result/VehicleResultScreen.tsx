import { nonEmptyText } from "@idanimo/contract/record-fields";
import { unreportedVehicleFields, vehicleFields } from "@idanimo/contract/checks/vin/view";
import { humanizeFieldName } from "@idanimo/contract/record-tables";
import { type VehicleRecord, vehicleRecord } from "@idanimo/contract/checks/vin/record";
import { withOrganisation } from "../../lib/active-organisation.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { ownFileAddress } from "./rules.ts";
import { RecordFields, RecordSection, RecordSections, RecordBody, RecordTable } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { pictureDataUrl } from "./rules.ts";
import { StolenBanner } from "./StolenBanner.tsx";
import { VehicleHead } from "./VehicleHead.tsx";
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
  const picture = ownFileAddress(record?.previewImageURL);
  const preview = picture ? withOrganisation(picture) : pictureDataUrl(record?.previewImageURL);
  const tables = Object.entries(record?.history ?? {});
  return (
    <RecordBody label={name || "Vehicle"}>
      <VehicleHead
        request={request}
        onExpired={onExpired}
        name={name || (record && "Vehicle")}
        preview={preview}
        stolen={record?.stolen}
        facts={[
          { label: "VIN", value: record?.vin },
          { label: "Trim", value: record?.trim ?? undefined },
          { label: "Style", value: record?.style ?? undefined },
          { label: "Engine", value: record?.engine ?? undefined },
          { label: "Made in", value: record?.madeIn ?? undefined },
        ]}
        files={
          pdf && (
            <DownloadLink href={pdf} fileName="full-report.pdf">
              Full report (PDF)
            </DownloadLink>
          )
        }
      />
      <StolenBanner stolen={record?.stolen} />
      <RecordSections record={record} groups={[{ title: "Specification", fields: vehicleFields }]}>
        <RecordSection title="Dimensions" isFolded={record !== undefined}>
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
