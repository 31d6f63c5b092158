import { detailsOf } from "@idanimo/contract/checks/details";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { labelledRecord, type LabelledTexts } from "@idanimo/contract/labelled-record";
import { nonEmptyText } from "@idanimo/contract/record-fields";
import { nameInTitleCase } from "@idanimo/contract/register-name";
import { NotShared, RecordSections, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
import { verdictOf } from "./verdict.ts";

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
  const title = nonEmptyText(record?.[layout.title]);
  const name = title === undefined ? undefined : nameInTitleCase(title);
  return (
    <RecordBody label={name?.name ?? "-"}>
      <ResultHead
        verdict={verdictOf(request)}
        picture={<ProfilePicture profile={profile} />}
        name={name}
        request={request}
        onExpired={onExpired}
      >
        <KeyFacts facts={[{ label: "Check", value: label }]} />
      </ResultHead>
      <RecordSections record={record} groups={layout.groups} withheld={request.withheld} />
      <NotShared request={request} />
    </RecordBody>
  );
}
