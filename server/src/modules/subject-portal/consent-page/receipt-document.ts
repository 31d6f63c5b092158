import { fillPlaceholders } from "@idanimo/contract/problems";
import { type Block, drawDocument, brandFooter, type PdfDocument } from "../../../documents/index.ts";
import type { Language } from "../../consent/index.ts";
import { languageTag } from "../language-switcher.ts";
import type { LinkView } from "./consent-link.ts";
import { accountText } from "./components.ts";
import { formatPageDateTime } from "./page-dates.ts";
import { outcomeCopy, misuseNotice, proofRows, receiptRows, statusOfLink } from "./receipt-page.ts";
import { pageCopy } from "./page-copy.ts";

/**
 * The receipt as a PDF document: what the page says, without any value of the record.
 * @returns undefined while the request is pending, or if there is nothing to show yet
 */
export function receiptDocument(open: LinkView, language: Language): PdfDocument | undefined {
  const words = pageCopy[language];
  const { consent, facts, note } = open;
  const { requester } = consent;
  const status = statusOfLink(open);
  if (status === "asking") return undefined;
  const rows = receiptRows(words, open);
  const proofs = proofRows(words, open);
  if (rows.length === 0 && proofs.length === 0) return undefined;
  const { title, said: message } = outcomeCopy(words, open, status, true);
  const whose = requester.isVerified ? words.requester.inRegister : words.requester.asGiven;
  const reported = misuseNotice(words, open);
  const { deletion } = facts;
  const blocks: readonly (Block | undefined)[] = [
    { kind: "note", tone: "plain", text: message },
    {
      kind: "facts",
      rows: [
        { label: words.requester.label, value: `${requester.name}. ${whose}. ${accountText(words, consent)}.` },
        { label: words.facts.why, value: words.purposes[consent.purpose] + (note === undefined ? "" : `: ${note}`) },
        ...rows,
      ],
    },
    reported === undefined ? undefined : { kind: "text", text: reported },
    deletion && { kind: "heading", text: words.deletion.title },
    deletion && {
      kind: "note",
      tone: "good",
      text: fillPlaceholders(words.deletion.words, { moment: formatPageDateTime(words, deletion.at) }),
    },
    proofs.length > 0 ? { kind: "heading", text: words.proof.title } : undefined,
    proofs.length > 0 ? { kind: "text", text: words.proof.words } : undefined,
    proofs.length > 0 ? { kind: "facts", rows: proofs } : undefined,
  ];
  return {
    title,
    eyebrow: words.receipt.title,
    blocks: blocks.filter((block) => block !== undefined),
    footer: brandFooter,
    lang: languageTag(language),
  };
}

export async function drawReceipt(open: LinkView, language: Language): Promise<Buffer | undefined> {
  const document = receiptDocument(open, language);
  return document && drawDocument(document, open.consent.now);
}
