import { type ExtensionRecord, extensionRecord } from "@idanimo/contract/records";
import type { RecordGroup } from "@idanimo/contract/record-fields";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { bvnGroups, personGroups } from "@idanimo/contract/record-views";
import { inGroups } from "@idanimo/contract/number-groups";
import { StatusWord } from "../../ui/StatusWord.tsx";
import { PersonIcon } from "../../ui/icons.tsx";
import { Fields, Group, Groups, LeftOut, RecordBody, RecordHead } from "./RecordParts.tsx";
import { type Drawn, ResultFrame } from "./ResultFrame.tsx";

const title = "Search Extension Verification Result";
const bvnTitle = "BVN verification";

/** What a phone number leads to, at `/search-extension`. Source: RESULT-EXT-01 to 06. */
export function ExtensionResultScreen() {
  return (
    <ResultFrame title={title} route="/search-extension" shape={extensionRecord}>
      {(drawn) => <Extension {...drawn} />}
    </ResultFrame>
  );
}

function Extension({ request, record, onGone }: Drawn<ExtensionRecord>) {
  const withheld = request?.withheld;
  return (
    <RecordBody label="Phone and BVN">
      <RecordHead
        icon={PersonIcon}
        title={`Phone Number ${inGroups("phone", request?.searchValue ?? "-")}`}
        request={request}
        onGone={onGone}
      />
      <Part
        title="Phone verification"
        part={record?.premblyPhoneVerification}
        groups={personGroups}
        withheld={withheld}
      />
      {withheld?.includes("bank") ? (
        <Group title={bvnTitle}>
          <LeftOut />
        </Group>
      ) : (
        <Part title={bvnTitle} part={record?.premblyBvnVerification} groups={bvnGroups} withheld={withheld} />
      )}
    </RecordBody>
  );
}

type PartProps = {
  readonly title: string;
  /** Undefined where the record could not be loaded. */
  readonly part: ExtensionRecord["premblyPhoneVerification"] | undefined;
  readonly groups: readonly RecordGroup[];
  readonly withheld: readonly RecordPart[] | undefined;
};

/** One of the two answers: its word, its reference, and its record where there is one. */
function Part({ title: name, part, groups, withheld }: PartProps) {
  const data = part?.data ?? undefined;
  return (
    <>
      <Group title={name}>
        {part && (
          <p>
            <StatusWord tone={part.verificationStatus === "VERIFIED" ? "success" : "problem"}>
              {part.verificationStatus === "VERIFIED" ? "Verified" : "Not verified"}
            </StatusWord>
          </p>
        )}
        <Fields
          record={part && { reference: part.verificationReference }}
          fields={[{ label: "Reference", names: ["reference"], long: true }]}
        />
        {part?.data === null && <p className="quiet">No Data</p>}
      </Group>
      {part?.data !== null && <Groups record={data} groups={groups} withheld={withheld} />}
    </>
  );
}
