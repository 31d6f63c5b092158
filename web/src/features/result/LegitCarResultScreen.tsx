import { type LegitCarRecord, legitCarRecord } from "@idanimo/contract/checks/legitcar/record";
import { legitCarStolenCheck } from "@idanimo/contract/checks/legitcar/view";
import { RecordSections, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { StolenSections } from "./StolenSections.tsx";
import { VehicleHead } from "./VehicleHead.tsx";

/** The basic stolen check, at `/legit-car` [RESULT-LEGITCAR-01 to RESULT-LEGITCAR-03]. */
export function LegitCarResultScreen() {
  return (
    <ResultFrame route="/legit-car" shape={legitCarRecord}>
      {(drawn) => <LegitCarRecordView {...drawn} />}
    </ResultFrame>
  );
}

function LegitCarRecordView({ request, record, onExpired }: DisplayedResult<LegitCarRecord>) {
  const check = record && legitCarStolenCheck(record);
  return (
    <RecordBody label={`Vehicle ${check?.chassis ?? "-"}`}>
      <VehicleHead
        request={request}
        onExpired={onExpired}
        name={check?.chassis ?? undefined}
        stolen={check?.stolen}
        facts={[]}
      />
      <RecordSections
        record={check && { chassis: check.chassis }}
        groups={[{ title: "The vehicle", fields: [{ label: "Chassis number", names: ["chassis"], long: true }] }]}
      />
      <StolenSections check={check} />
    </RecordBody>
  );
}
