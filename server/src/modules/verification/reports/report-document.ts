import { formatDateTime } from "@idanimo/contract/date-format";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { detailsOf } from "@idanimo/contract/checks/details";
import type { NameMatch } from "@idanimo/contract/expected-name";
import { purposes, type PurposeCode } from "@idanimo/contract/consent";
import { partDescriptionForRequester, type RecordPart } from "@idanimo/contract/record-parts";
import { formatField, type RecordField } from "@idanimo/contract/record-fields";
import { verifyPath } from "@idanimo/contract/downloads";
import * as texts from "@idanimo/contract/texts";
import { type Block, brandFooter, type PdfDocument, type Qr } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";
import { recordBlocks } from "./record-blocks.ts";
import { isAboutPerson, reportSubject, reportVerdict } from "./report-subject.ts";
import { splitIntoGroups } from "./rules.ts";
import type { AccountHolder } from "../../accounts/index.ts";

/** The content of a report. */
export type ReportFacts = {
  readonly code: string;
  readonly requestId: string;
  readonly searchType: SearchType;
  readonly value: string;
  readonly requester: Pick<AccountHolder, "name" | "businessName">;
  readonly purpose: { readonly code: PurposeCode; readonly note: string | undefined } | undefined;
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: "sms" | "page" | null;
  readonly goneAt: Date | null;
  readonly madeAt: Date;
  readonly source: string;
  readonly record: SourceRecord;
  /** The question that the record answers; undefined for any other record. */
  readonly question: string | undefined;
  /** Parts that were not granted. */
  readonly withheld: readonly RecordPart[];
  /** Undefined if the requester gave no name. */
  readonly nameMatch: NameMatch | undefined;
  /** The requester's private label. */
  readonly label: string | undefined;
};

/** How the value that was looked up, the type's first field, is written. */
function valueKindOf(type: SearchType): Pick<RecordField, "kind"> {
  const [first = ""] = Object.keys(catalogueRowOf(type).fields);
  return detailsOf(type).inputs[first]?.kind === "digits" ? { kind: "digits" } : {};
}

/** Builds the document of a report. Pure. */
export function buildReport(facts: ReportFacts, publicUrl: string): PdfDocument {
  const { searchType, requester, purpose, code } = facts;
  const { label } = catalogueRowOf(searchType);
  const value = formatField({ of: facts.value }, { label, names: ["of"], ...valueKindOf(searchType) });
  const record = recordBlocks(searchType, facts.record, facts.withheld);
  const who = requester.businessName === null ? requester.name : `${requester.businessName} (${requester.name})`;
  const subject = reportSubject(facts);
  const verdict = reportVerdict(subject, facts.nameMatch, record === undefined);
  return {
    header: runningHeader(facts, who),
    title: texts.verificationResult,
    heading: facts.question ?? subject.name?.name ?? `${label}: ${value}`,
    eyebrow: `${texts.verificationResult}: ${label}`,
    blocks: [
      { kind: "note", ...verdict },
      ...(subject.photo || subject.facts.length > 0
        ? [{ kind: "subject" as const, picture: subject.photo, facts: subject.facts }]
        : []),
      {
        kind: "facts",
        rows: [
          { label: "Checked", value: `${label}: ${value}` },
          ...(subject.name?.raw === undefined ? [] : [{ label: "In the register", value: subject.name.raw }]),
          { label: "Requested by", value: who },
          ...(facts.label === undefined ? [] : [{ label: "Label", value: facts.label }]),
          ...(purpose
            ? [{ label: "Purpose", value: purposes[purpose.code] + (purpose.note ? `: ${purpose.note}` : "") }]
            : []),
          ...consentRows(facts),
          { label: "Requested on", value: formatDateTime(facts.requestedAt) },
          { label: "Source", value: facts.source },
          { label: "Access", value: describeExpiry(facts) },
          ...(facts.withheld.length > 0
            ? [{ label: texts.withheldByPerson, value: facts.withheld.map(partDescriptionForRequester).join("; ") }]
            : []),
          {
            label: purpose ? "Consent reference" : "Reference",
            value: splitIntoGroups(facts.requestId.replaceAll("-", ""), 4, " "),
          },
          { label: "Report made", value: formatDateTime(facts.madeAt) },
        ],
        qr: reportQr(code, publicUrl),
      },
      ...(isAboutPerson(searchType, facts.record) ? [personalDataNote(facts)] : []),
      ...(record ?? []),
    ],
    footer: `${brandFooter}. Report ${code}`,
  };
}

/** The code, and how to verify the report with it. */
function reportQr(code: string, publicUrl: string): Qr {
  const address = publicUrl + verifyPath(code);
  const [first = "", second = "", ...rest] = code.split("-");
  return {
    address,
    alt: `QR code that opens ${address}, the page that says whether this report is genuine`,
    caption: [
      `${first}-${second}`,
      rest.join("-"),
      `Is this report genuine? Scan the QR code, or enter this code at ${publicUrl.replace(/^https?:\/\//, "")}/verify.`,
    ],
  };
}

const describeExpiry = ({ goneAt }: ReportFacts): string =>
  goneAt === null ? "Public record, does not expire" : `Ends on ${formatDateTime(goneAt)}`;

/** On every page: a single page must not lose its limits [CL-10]. */
function runningHeader({ purpose, goneAt }: ReportFacts, requester: string): readonly string[] {
  const expiry = goneAt === null ? "Public record, does not expire" : `Access ends on ${formatDateTime(goneAt)}`;
  return [`${purpose ? `Purpose: ${purposes[purpose.code]}. ` : ""}${expiry}`, `Requested by: ${requester}`];
}

function consentRows({ decidedAt, decidedBy }: ReportFacts) {
  if (decidedAt === null) return [];
  const how = decidedBy === null ? "Given" : decidedBy === "sms" ? "By SMS" : "Online";
  return [{ label: "Consent", value: `${how} on ${formatDateTime(decidedAt)}` }];
}

function personalDataNote({ purpose }: ReportFacts): Block {
  return {
    kind: "note",
    tone: "caution",
    text:
      `This document contains personal data. Use it only for ${purpose ? "the purpose above" : "the stated purpose"}, ` +
      "share it only with people who need it for that, and destroy it afterwards.",
  };
}
