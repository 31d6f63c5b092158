import { type LegitCarRecord, legitCarRecord } from "@idanimo/contract/records";
import { stolenOfLegitCar } from "@idanimo/contract/record-views";
import { CarIcon } from "../../ui/icons.tsx";
import { Groups, RecordBody, RecordHead } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";
import { StolenParts } from "./StolenParts.tsx";

/** The basic stolen check, at `/legit-car`. Source: RESULT-LEGITCAR-01 to 03. */
export function LegitCarResultScreen() {
  return (
    <ResultFrame route="/legit-car" shape={legitCarRecord}>
      {(drawn) => <LegitCar {...drawn} />}
    </ResultFrame>
  );
}

function LegitCar({ request, record, onGone }: Drawn<LegitCarRecord>) {
  const check = record && stolenOfLegitCar(record);
  return (
    <RecordBody label={`Vehicle ${check?.chassis ?? "-"}`}>
      <RecordHead icon={CarIcon} title={check?.chassis ?? "-"} request={request} onGone={onGone} />
      <Groups
        record={check && { chassis: check.chassis }}
        groups={[{ title: "The vehicle", fields: [{ label: "Chassis number", names: ["chassis"], long: true }] }]}
      />
      <StolenParts check={check} />
    </RecordBody>
  );
}
