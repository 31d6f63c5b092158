import { detailsOf } from "@idanimo/contract/checks/details";
import type { ProfileName } from "@idanimo/contract/checks/check-row";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { labelledRecord, type LabelledTexts } from "@idanimo/contract/labelled-record";
import { nonEmptyText } from "@idanimo/contract/record-fields";
import { BankIcon, BuildingIcon, CarIcon, type IconComponent, PersonIcon } from "../../ui/icons.tsx";
import { NotShared, RecordSections, RecordBody, RecordHeader, RecordSubtitle } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";

const icons: Readonly<Record<ProfileName, IconComponent>> = {
  person: PersonIcon,
  business: BuildingIcon,
  financial: BankIcon,
  vehicle: CarIcon,
};

/** A record of labelled texts, at `/record`: its type's details have the labels. */
export function LabelledResultScreen() {
  return (
    <ResultFrame route="/record" shape={labelledRecord}>
      {(drawn) => <LabelledRecordView {...drawn} />}
    </ResultFrame>
  );
}

function LabelledRecordView({ request, record, onExpired }: DisplayedResult<LabelledTexts>) {
  const layout = request && detailsOf(request.searchType).record;
  if (!layout) return null;
  const { label, profile } = catalogueRowOf(request.searchType);
  const title = nonEmptyText(record?.[layout.title]) ?? "-";
  return (
    <RecordBody label={title}>
      <RecordHeader icon={icons[profile]} title={title} request={request} onExpired={onExpired}>
        <RecordSubtitle label="Check">{label}</RecordSubtitle>
      </RecordHeader>
      <RecordSections record={record} groups={layout.groups} withheld={request.withheld} />
      <NotShared request={request} />
    </RecordBody>
  );
}
