import { nonEmptyText } from "@idanimo/contract/record-fields";
import { type PlateRecord, plateRecord } from "@idanimo/contract/checks/license-number/record";
import { plateGroups, plateOwnerGroup, plateStolenCheck } from "@idanimo/contract/checks/license-number/view";
import { PlateOwner } from "./PlateOwner.tsx";
import { RecordSections, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { StolenSections } from "./StolenSections.tsx";
import { VehicleHead } from "./VehicleHead.tsx";

const vehicleGroups = plateGroups.filter((group) => group !== plateOwnerGroup);

/** The report of a registration number, at `/vehicle2` [RESULT-PLATE-01 to RESULT-PLATE-03]. */
export function PlateResultScreen() {
  return (
    <ResultFrame route="/vehicle2" shape={plateRecord}>
      {(drawn) => <PlateRecordView {...drawn} />}
    </ResultFrame>
  );
}

function PlateRecordView({ request, record, onExpired }: DisplayedResult<PlateRecord>) {
  const title = record?.license_number ?? "-";
  const name = [record?.make, record?.model].map(nonEmptyText).filter(Boolean).join(" ");
  // the owner's section says what is not shared and why
  const headerRequest = request && { ...request, withheld: [] };
  return (
    <RecordBody label={`Vehicle ${title}`}>
      <VehicleHead
        request={headerRequest}
        onExpired={onExpired}
        name={title}
        stolen={record?.stolen}
        facts={[
          { label: "Vehicle", value: name },
          { label: "VIN", value: record?.vin ?? undefined },
          { label: "Chassis", value: record?.chassisNumber ?? undefined },
          { label: "Category", value: record?.category ?? undefined },
        ]}
      />
      <RecordSections record={record} groups={vehicleGroups}>
        <PlateOwner request={request} record={record} />
      </RecordSections>
      <StolenSections check={record && plateStolenCheck(record)} />
    </RecordBody>
  );
}
