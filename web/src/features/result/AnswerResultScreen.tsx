import {
  agreementLabel,
  type AnswerOnWire,
  answerLabels,
  answerOnWire,
  vehicleFieldLabels,
} from "@idanimo/contract/answers";
import { PersonIcon } from "../../ui/icons.tsx";
import { RecordBody, RecordHeader } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";

/** The answer to one question, and no value of the record [AO-02]. */
export function AnswerResultScreen() {
  return (
    <ResultFrame route="/answer" shape={answerOnWire}>
      {(drawn) => <AnswerView {...drawn} />}
    </ResultFrame>
  );
}

function AnswerView({ request, record, onExpired }: DisplayedResult<AnswerOnWire>) {
  return (
    <RecordBody label={record?.question ?? "-"}>
      <RecordHeader icon={PersonIcon} title={record?.question ?? "-"} request={request} onExpired={onExpired}>
        {record && <p>{answerLabels[record.answer]}</p>}
      </RecordHeader>
      {record?.fields && (
        <dl>
          {record.fields.map(({ field, agree, sources }) => (
            <div key={field}>
              <dt>{vehicleFieldLabels[field]}</dt>
              <dd>
                {agreementLabel(agree)} {sources.length > 0 && `(${sources.join("; ")})`}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </RecordBody>
  );
}
