import { formatDateTime } from "@idanimo/contract/date-format";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { detailsOf } from "@idanimo/contract/checks/details";
import { type NameMatch, nameMatchText } from "@idanimo/contract/expected-name";
import { purposes, type PurposeCode } from "@idanimo/contract/consent";
import { partDescriptionForRequester, type RecordPart } from "@idanimo/contract/record-parts";
import { formatField, type RecordField } from "@idanimo/contract/record-fields";
import { verifyPath } from "@idanimo/contract/downloads";
import * as texts from "@idanimo/contract/texts";
import { type Block, brandFooter, type PdfDocument } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";
import { recordBlocks } from "./record-blocks.ts";
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
  const address = publicUrl + verifyPath(code);
  const record = recordBlocks(searchType, facts.record, facts.withheld);
  const who = requester.businessName === null ? requester.name : `${requester.businessName} (${requester.name})`;
  const [first = "", second = "", ...rest] = code.split("-");
  return {
    header: runningHeader(facts, who),
    title: texts.verificationResult,
    eyebrow: `Report: ${label}`,
    blocks: [
      ...nameMatchBlocks(facts.nameMatch),
      {
        kind: "facts",
        rows: [
          { label: "Asked about", value: `${label}: ${value}` },
          ...(facts.question === undefined ? [] : [{ label: "Question", value: facts.question }]),
          { label: "Asked by", value: who },
          ...(purpose
            ? [{ label: "Purpose", value: purposes[purpose.code] + (purpose.note ? `: ${purpose.note}` : "") }]
            : []),
          { label: "Asked on", value: formatDateTime(facts.requestedAt) },
          ...consentRows(facts),
          ...(facts.withheld.length > 0
            ? [{ label: texts.withheldByPerson, value: facts.withheld.map(partDescriptionForRequester).join("; ") }]
            : []),
          { label: "Source", value: facts.source },
          {
            label: purpose ? "Consent reference" : "Reference",
            value: splitIntoGroups(facts.requestId.replaceAll("-", ""), 4, " "),
          },
          { label: "Report made", value: formatDateTime(facts.madeAt) },
        ],
        qr: {
          address,
          alt: `QR code that opens ${address}, the page that says whether this report is genuine`,
          caption: [`${first}-${second}`, rest.join("-")],
        },
      },
      { kind: "note", tone: "caution", text: expiryNote(facts) },
      ...(record ?? [{ kind: "heading", text: texts.noRecordFound } satisfies Block]),
      { kind: "heading", text: "Is this report genuine?" },
      {
        kind: "text",
        text:
          `Scan the QR code on the first page, or open ${publicUrl}/verify and type ${code}. ` +
          "The page checks that this report is genuine, unchanged and still valid. It never shows the record.",
      },
    ],
    footer: `${brandFooter}. Report ${code}`,
  };
}

/** The report leads with the comparison of the name. */
function nameMatchBlocks(found: NameMatch | undefined): readonly Block[] {
  if (!found) return [];
  const tones = { match: "good", close: "caution", different: "bad", unknown: "plain" } as const;
  return [{ kind: "note", tone: tones[found.verdict], text: `${nameMatchText(found)} Name given: ${found.given}.` }];
}

/** On every page: a single page must not lose its limits [CL-10]. */
function runningHeader({ purpose, goneAt }: ReportFacts, requester: string): readonly string[] {
  const expiry = goneAt === null ? "Public record: no expiry" : `Open until ${formatDateTime(goneAt)}`;
  return [`${purpose ? `Purpose: ${purposes[purpose.code]}. ` : ""}${expiry}`, `Asked by: ${requester}`];
}

function consentRows({ decidedAt, decidedBy }: ReportFacts) {
  if (decidedAt === null) return [];
  const way = decidedBy === null ? "" : decidedBy === "sms" ? ", by SMS" : ", online";
  return [{ label: "The person agreed", value: `${formatDateTime(decidedAt)}${way}` }];
}

function expiryNote({ goneAt, purpose }: ReportFacts): string {
  if (goneAt === null)
    return "This is a public record and does not expire. It may name people: use it only for the stated purpose.";
  return (
    `Access to this record ends on ${formatDateTime(goneAt)}. This document contains personal data: ` +
    `use it for ${purpose ? "the purpose above" : "the stated purpose"} only, share it only with people who need it for that, and destroy it afterwards.`
  );
}
