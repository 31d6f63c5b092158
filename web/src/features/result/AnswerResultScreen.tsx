import {
  agreementLabel,
  type Answer,
  answerLabels,
  type AnswerOnWire,
  answerOnWire,
  vehicleFieldLabels,
} from "@idanimo/contract/answers";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { ProfileName } from "@idanimo/contract/checks/check-row";
import { classes } from "../../ui/classes.ts";
import { DateText } from "../../ui/DateText.tsx";
import { BankIcon, BuildingIcon, CarIcon, type IconComponent, PersonIcon } from "../../ui/icons.tsx";
import { ToneIcon } from "../../ui/ToneIcon.tsx";
import type { Tone } from "../../ui/tone.ts";
import styles from "./AnswerResultScreen.module.css";
import { RecordBody, RecordFields, RecordHeader, RecordSection } from "./RecordLayout.tsx";
import { type DisplayedResult, ResultFrame } from "./ResultFrame.tsx";

/** The answer to one question, at `/answer`, and no value of the record [AO-02]. */
export function AnswerResultScreen() {
  return (
    <ResultFrame route="/answer" shape={answerOnWire}>
      {(drawn) => <AnswerView {...drawn} />}
    </ResultFrame>
  );
}

const icons: Record<ProfileName, IconComponent> = {
  person: PersonIcon,
  business: BuildingIcon,
  financial: BankIcon,
  vehicle: CarIcon,
};
const tones = { yes: "success", near: "waiting", no: "problem", unknown: "info" } as const satisfies Record<
  Answer,
  Tone
>;

export function AnswerView({ request, record, onExpired }: DisplayedResult<AnswerOnWire>) {
  const profile = request && catalogueRowOf(request.searchType).profile;
  return (
    <RecordBody label={record?.question ?? "-"}>
      <RecordHeader
        icon={icons[profile ?? "person"]}
        title={record?.question ?? "-"}
        request={request}
        onExpired={onExpired}
      >
        {record && (
          <>
            <p className={classes(styles.answer, styles[tones[record.answer]])}>
              <ToneIcon tone={tones[record.answer]} size={32} />
              {answerLabels[record.answer]}
            </p>
            <p className="quiet">
              Answered on <DateText at={record.askedAt} withTime />
            </p>
          </>
        )}
      </RecordHeader>
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

type ComparedField = NonNullable<AnswerOnWire["fields"]>[number];

/** Whether the sources agree on a field, and which of them reported it [AO-12]. */
const describeField = ({ agree, sources }: ComparedField): string =>
  agreementLabel(agree) + (sources.length > 0 ? ` (${sources.join("; ")})` : "");
