import { formatDateTime } from "@idanimo/contract/date-format";
import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { purposes, type PurposeCode } from "@idanimo/contract/consent";
import { partWordsForAsker, type RecordPart } from "@idanimo/contract/record-parts";
import { shownValue } from "@idanimo/contract/record-fields";
import { verifyPath } from "@idanimo/contract/reports";
import * as texts from "@idanimo/contract/texts";
import { type Block, ourFoot, type PaperDocument } from "../../../documents/index.ts";
import type { FoundRecord } from "../../results/index.ts";
import { blocksOf } from "./record-blocks.ts";
import { inGroups } from "./rules.ts";
import type { Asker } from "./store.ts";

/** All that a report tells. */
export type ReportFacts = {
  readonly code: string;
  readonly requestId: string;
  readonly searchType: SearchType;
  readonly value: string;
  readonly asker: Asker;
  readonly purpose: { readonly code: PurposeCode; readonly note: string | undefined } | undefined;
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: "sms" | "page" | null;
  readonly goneAt: Date | null;
  readonly madeAt: Date;
  readonly source: string;
  readonly record: FoundRecord;
  /** Parts that the person left out of their yes. */
  readonly withheld: readonly RecordPart[];
};

/** A report before anybody draws it. Pure. */
export function reportOf(facts: ReportFacts, publicUrl: string): PaperDocument {
  const { searchType, asker, purpose, code } = facts;
  const { label } = rowOf(searchType);
  const isNumber = searchType === "bvn" || rowOf(searchType).fields.nin !== undefined;
  const kind = isNumber ? { kind: "digits" as const } : {};
  const value = shownValue({ of: facts.value }, { label, names: ["of"], ...kind });
  const address = publicUrl + verifyPath(code);
  const record = blocksOf(searchType, facts.record, facts.withheld);
  const who = asker.businessName === null ? asker.name : `${asker.businessName} (${asker.name})`;
  const [first = "", second = "", ...rest] = code.split("-");
  return {
    title: texts.verificationResult,
    eyebrow: `Report: ${label}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Asked about", value: `${label}: ${value}` },
          { label: "Asked by", value: who },
          ...(purpose
            ? [{ label: "Purpose", value: purposes[purpose.code] + (purpose.note ? `: ${purpose.note}` : "") }]
            : []),
          { label: "Asked on", value: formatDateTime(facts.askedAt) },
          ...agreed(facts),
          ...(facts.withheld.length > 0
            ? [{ label: texts.leftOut, value: facts.withheld.map(partWordsForAsker).join("; ") }]
            : []),
          { label: "Source", value: facts.source },
          {
            label: purpose ? "Consent reference" : "Reference",
            value: inGroups(facts.requestId.replaceAll("-", ""), 4, " "),
          },
          { label: "Report made", value: formatDateTime(facts.madeAt) },
        ],
        qr: {
          address,
          alt: `QR code that opens ${address}, the page that says whether this report is genuine`,
          under: [`${first}-${second}`, rest.join("-")],
        },
      },
      { kind: "note", tone: "caution", text: endWords(facts) },
      ...(record ?? [{ kind: "heading", text: texts.noRecordFound } satisfies Block]),
      { kind: "heading", text: "Is this report genuine?" },
      {
        kind: "text",
        text:
          `Scan the square on the first page, or open ${publicUrl}/verify and type ${code}. ` +
          "The page says whether this report is genuine and still stands, and compares the file. It shows nothing of what is in it.",
      },
    ],
    foot: `${ourFoot}. Report ${code}`,
  };
}

function agreed({ decidedAt, decidedBy }: ReportFacts) {
  if (decidedAt === null) return [];
  const way = decidedBy === null ? "" : decidedBy === "sms" ? ", by SMS" : ", on their own page";
  return [{ label: "The person agreed", value: `${formatDateTime(decidedAt)}${way}` }];
}

function endWords({ goneAt, purpose }: ReportFacts): string {
  if (goneAt === null)
    return "This record comes from a public register and has no end. It may name people: use it for what it was asked for only.";
  return (
    `This record was open until ${formatDateTime(goneAt)}, and no longer. Who keeps this paper keeps personal data: ` +
    `use it for ${purpose ? "the purpose above" : "what it was asked for"} only, show it to nobody who has no part in it, and destroy it when that is done.`
  );
}
