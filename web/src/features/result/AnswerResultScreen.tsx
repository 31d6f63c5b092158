import {
  agreementLabel,
  type Answer,
  answerLabels,
  type AnswerOnWire,
  answerOnWire,
  vehicleFieldLabels,
} from "@idanimo/contract/answers";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { DateText } from "../../ui/DateText.tsx";
import type { Tone } from "../../ui/tone.ts";
import styles from "./AnswerResultScreen.module.css";
import { RecordBody, RecordFields, RecordSection } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";
import { ProfilePicture, ResultHead } from "./ResultHead.tsx";
import type { Verdict } from "./verdict.ts";

/** The answer to one question, at `/answer`, and no value of the record [AO-02]. */
export function AnswerResultScreen() {
  return (
    <ResultFrame route="/answer" shape={answerOnWire}>
      {(drawn) => <AnswerView {...drawn} />}
    </ResultFrame>
  );
}

const tones = { yes: "success", near: "waiting", no: "problem", unknown: "info" } as const satisfies Record<
  Answer,
  Tone
>;

export function AnswerView({ request, record, onExpired }: DisplayedResult<AnswerOnWire>) {
  const profile = request ? catalogueRowOf(request.searchType).profile : "person";
  const question = record?.question ?? "-";
  return (
    <RecordBody label={question}>
      <ResultHead
        verdict={record && answerVerdict(record)}
        picture={<ProfilePicture profile={profile} />}
        name={{ name: question, raw: undefined }}
        request={request}
        onExpired={onExpired}
      />
      {record?.fields && (
        <RecordSection title="What was compared">
          <RecordFields
            record={Object.fromEntries(record.fields.map((compared) => [compared.field, describeField(compared)]))}
            fields={record.fields.map(({ field }) => ({ label: vehicleFieldLabels[field], names: [field] }))}
          />
        </RecordSection>
      )}
      <p className={styles.only}>
        This check answers one question. We don't show or store anything else from the record.
      </p>
    </RecordBody>
  );
}

const answerVerdict = ({ answer, askedAt }: AnswerOnWire): Verdict => ({
  tone: tones[answer],
  title: answerLabels[answer],
  text: (
    <>
      Answered on <DateText at={askedAt} withTime />
    </>
  ),
});

type ComparedField = NonNullable<AnswerOnWire["fields"]>[number];

/** Whether the sources agree on a field, and which of them reported it [AO-12]. */
const describeField = ({ agree, sources }: ComparedField): string =>
  agreementLabel(agree) + (sources.length > 0 ? ` (${sources.join("; ")})` : "");
