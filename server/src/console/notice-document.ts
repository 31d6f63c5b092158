import { brand } from "@idanimo/contract/brand";
import { subjectCaseLabels } from "@idanimo/contract/console/case-kinds";
import type { CaseHistoryEntry } from "@idanimo/contract/console/case-work";
import { formatDate, formatDateTime } from "@idanimo/contract/date-format";
import { type Block, brandFooter, type LabelledValue, type PdfDocument } from "../documents/index.ts";
import type { SubjectCase } from "../modules/subject-portal/index.ts";

/** What the statute calls what the person asks. Sections of the Nigeria Data Protection Act 2023. */
const rightsConcerned = {
  access: "Access to personal data (section 34)",
  correction: "Correction of personal data (section 34)",
  erasure: "Erasure of personal data (section 34)",
  grievance: "As written by the data subject in part 3",
  misuse: "Lawfulness of processing (sections 24 and 25)",
} as const satisfies Record<SubjectCase["kind"], string>;

const arrivals = { post: "By post", email: "By email" } as const;
const actLabels: Readonly<Record<string, string>> = {
  note: "Note",
  case_assigned: "Responsible person changed",
  case_read: "Text read by an operator",
  case_answered: "Answer sent",
  notice_exported: "This document was created",
};

export type NoticeContent = {
  readonly found: SubjectCase;
  /** Numbers and emails are masked. */
  readonly text: string;
  readonly answer: string | undefined;
  readonly history: readonly CaseHistoryEntry[];
};

/**
 * A grievance as the Data Subject's Standard Notice to Address Grievance, article 40 of the General Application and
 * Implementation Directive 2025: parties, grievance, response and steps taken. It never has a contact. [OC-15]
 */
export function noticeDocument({ found, text, answer, history }: NoticeContent): PdfDocument {
  const { legalName } = brand.seller;
  const heading = (title: string): Block => ({ kind: "heading", text: title });
  const facts = (...rows: readonly LabelledValue[]): Block => ({ kind: "facts", rows });
  return {
    title: `Standard notice ${found.reference}`,
    heading: "Standard Notice to Address Grievance",
    eyebrow: "Article 40, NDP Act General Application and Implementation Directive 2025",
    footer: brandFooter,
    blocks: [
      facts(
        { label: "Number", value: found.reference },
        { label: "Received on", value: formatDate(found.openedAt) },
        {
          label: "Received",
          value: found.arrivedBy === null ? "On the data subject's own page" : arrivals[found.arrivedBy],
        },
        { label: "Response due by", value: formatDateTime(found.dueAt) },
      ),
      heading("1. Data subject"),
      {
        kind: "text",
        text: `Name and contact are sealed and are not part of this document. The data subject knows the number ${found.reference}.`,
      },
      heading("2. Data controller"),
      facts(
        { label: "Name", value: legalName === "" ? brand.name : legalName },
        ...(brand.postalAddress === "" ? [] : [{ label: "Address", value: brand.postalAddress }]),
        { label: "Data protection officer", value: brand.privacyEmail },
      ),
      heading("3. Grievance"),
      facts(
        { label: "Subject matter", value: subjectCaseLabels[found.kind] },
        { label: "Right concerned", value: rightsConcerned[found.kind] },
        { label: "Processing concerned", value: found.requestId === null ? "Not named" : `Request ${found.requestId}` },
      ),
      { kind: "text", text: text === "" ? "The data subject wrote nothing." : text },
      heading("4. Response of the data controller"),
      ...(answer === undefined || found.answeredAt === null
        ? [{ kind: "text", text: "Not answered yet." } as const]
        : [
            { kind: "text", text: answer } as const,
            facts(
              { label: "Answered on", value: formatDateTime(found.answeredAt) },
              { label: "Answered by", value: found.answeredBy ?? "-" },
            ),
          ]),
      ...stepsTaken(history),
      {
        kind: "note",
        tone: "plain",
        text: "A data subject who is not satisfied may lodge a complaint with the Nigeria Data Protection Commission (section 46 of the Act). Phone and identity numbers and emails are hidden in this document.",
      },
    ],
  };
}

function stepsTaken(history: readonly CaseHistoryEntry[]): readonly Block[] {
  if (history.length === 0) return [];
  return [
    { kind: "heading", text: "5. Steps taken" },
    {
      kind: "table",
      title: "Steps taken",
      columns: [{ label: "Time" }, { label: "By" }, { label: "Step" }, { label: "Note" }],
      rows: history.map(({ at, by, action, text }) => [
        formatDateTime(at),
        by,
        actLabels[action] ?? "Received",
        action === "case_read" ? "" : text,
      ]),
    },
  ];
}
