import { type VehicleRecord, vehicleRecord } from "@idanimo/contract/records";
import { LinkButton } from "../../ui/Button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { unknownVehicleFields, vehicleFields, wordsOf } from "@idanimo/contract/record-views";
import { openable } from "./kinds.ts";
import { Group, Groups, RecordBody, RecordHead, RecordTable } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";
import { StolenBanner } from "./StolenBanner.tsx";

/** A vehicle's history by its VIN, at `/vehicle`. Source: RESULT-VIN-01 to 09. */
export function VehicleResultScreen() {
  return (
    <ResultFrame route="/vehicle" shape={vehicleRecord}>
      {(drawn) => <Vehicle {...drawn} />}
    </ResultFrame>
  );
}

function Vehicle({ request, record, onGone }: Drawn<VehicleRecord>) {
  const name = [record?.year, record?.make, record?.model].filter(Boolean).join(" ");
  const pdf = openable(record?.pdfUri);
  return (
    <RecordBody label={name || "Vehicle"}>
      <RecordHead title={name || "-"} request={request} onGone={onGone}>
        {pdf && (
          <p>
            <LinkButton size="small" href={pdf} target="_blank" rel="noreferrer noopener" icon={<DownloadIcon />}>
              Full report (PDF)
            </LinkButton>
          </p>
        )}
      </RecordHead>
      <StolenBanner stolen={record?.stolen} />
      <Groups
        record={record}
        groups={[
          { title: "Specification", fields: vehicleFields },
          { title: "Measures", fields: unknownVehicleFields },
        ]}
      />
      {Object.entries(record?.history ?? {}).map(([table, rows]) => (
        <Group key={table} title={wordsOf(table)}>
          <RecordTable caption={wordsOf(table)} rows={rows} />
        </Group>
      ))}
    </RecordBody>
  );
}
