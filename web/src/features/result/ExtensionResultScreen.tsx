import { type ExtensionRecord, extensionRecord } from "@idanimo/contract/checks/phone/record";
import type { RecordGroup } from "@idanimo/contract/record-fields";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { personGroups, personKeyFacts } from "@idanimo/contract/checks/person/view";
import { formatPhone } from "@idanimo/contract/record-fields";
import { personName } from "@idanimo/contract/register-name";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { NotShared, RecordFields, RecordSection, RecordSections, RecordBody } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { KeyFacts, Photo, ResultHead } from "./ResultHead.tsx";
import { recordFound, recordMissing, verdictOf } from "./verdict.ts";

const title = "Search Extension Verification Result";

/** The result of a phone number search, at `/search-extension` [RESULT-EXT-01 to RESULT-EXT-06]. */
export function ExtensionResultScreen() {
  return (
    <ResultFrame title={title} route="/search-extension" shape={extensionRecord}>
      {(drawn) => <ExtensionRecordView {...drawn} />}
    </ResultFrame>
  );
}

function ExtensionRecordView({ request, record, onExpired }: DisplayedResult<ExtensionRecord>) {
  const withheld = request?.withheld;
  const parts = [record?.premblyPhoneVerification.data, record?.premblyBvnVerification.data];
  const person = parts.find((part) => personName(part ?? undefined)) ?? parts.find(Boolean) ?? undefined;
  const phone = formatPhone(request?.searchValue ?? "-");
  const name = personName(person) ?? { name: `Phone Number ${phone}`, raw: undefined };
  return (
    <RecordBody label="Phone and BVN">
      <ResultHead
        verdict={verdictOf(request, person ? recordFound : recordMissing)}
        picture={
          <Photo
            photo={person?.["photo"]}
            isWithheld={withheld?.includes("photo") === true}
            name={personName(person)?.name}
          />
        }
        name={name}
        request={request}
        onExpired={onExpired}
      >
        <KeyFacts facts={[{ label: "Phone Number", value: phone }, ...personKeyFacts(person, request?.now)]} />
      </ResultHead>
      <NotShared request={request} />
      <VerificationSection
        title="Phone verification"
        part={record?.premblyPhoneVerification}
        groups={personGroups}
        withheld={withheld}
      />
      {!withheld?.includes("bank") && (
        <VerificationSection
          title="BVN verification"
          part={record?.premblyBvnVerification}
          groups={bvnGroups}
          withheld={withheld}
        />
      )}
    </RecordBody>
  );
}

type VerificationSectionProps = {
  readonly title: string;
  /** Undefined if the record could not be loaded. */
  readonly part: ExtensionRecord["premblyPhoneVerification"] | undefined;
  readonly groups: readonly RecordGroup[];
  readonly withheld: readonly RecordPart[] | undefined;
};

/** One of the two verifications: its status, its reference, and its record if there is one. */
function VerificationSection({ title: name, part, groups, withheld }: VerificationSectionProps) {
  const data = part?.data ?? undefined;
  return (
    <>
      <RecordSection title={name}>
        {part && (
          <p>
            <StatusLabel tone={part.verificationStatus === "VERIFIED" ? "success" : "problem"}>
              {part.verificationStatus === "VERIFIED" ? "Verified" : "Not verified"}
            </StatusLabel>
          </p>
        )}
        <RecordFields
          record={part && { reference: part.verificationReference }}
          fields={[{ label: "Reference", names: ["reference"], long: true }]}
        />
        {part?.data === null && <p className="quiet">No Data</p>}
      </RecordSection>
      {part?.data !== null && <RecordSections record={data} groups={groups} withheld={withheld} />}
    </>
  );
}
