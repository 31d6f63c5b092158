import { textOf } from "@idanimo/contract/record-fields";
import { type PlateRecord, plateRecord } from "@idanimo/contract/records";
import { plateGroups, stolenOfPlate } from "@idanimo/contract/record-views";
import { CarIcon } from "../../ui/icons.tsx";
import { Groups, RecordBody, RecordHead, SubLine } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";
import { StolenParts } from "./StolenParts.tsx";

/** What a registration number leads to, at `/vehicle2`. Source: RESULT-PLATE-01 to 03. */
export function PlateResultScreen() {
  return (
    <ResultFrame route="/vehicle2" shape={plateRecord}>
      {(drawn) => <Plate {...drawn} />}
    </ResultFrame>
  );
}

function Plate({ request, record, onGone }: Drawn<PlateRecord>) {
  const title = record?.license_number ?? "-";
  const name = [record?.make, record?.model].map(textOf).filter(Boolean).join(" ");
  return (
    <RecordBody label={`Vehicle ${title}`}>
      <RecordHead icon={CarIcon} title={title} request={request} onGone={onGone}>
        <SubLine label="Vehicle">{name}</SubLine>
      </RecordHead>
      <Groups record={record} groups={plateGroups} />
      <StolenParts check={record && stolenOfPlate(record)} />
    </RecordBody>
  );
}
