import { fill } from "@idanimo/contract/problems";
import { type Block, drawDocument, ourFoot, type PaperDocument } from "../../../documents/index.ts";
import type { Language } from "../language.ts";
import { tagOf } from "../switcher.ts";
import type { OpenLink } from "../use-cases/link.ts";
import { momentWords, monthWords } from "./moments.ts";
import { endWords, misuseWords, proofRows, receiptRows, standingOfLink } from "./receipt.ts";
import { pageWords } from "./words.ts";

/**
 * The receipt as a paper to keep: what the page says, and nothing of the record.
 * @returns undefined while the question is open, or where there is nothing to keep yet
 */
export function receiptPaper(open: OpenLink, language: Language): PaperDocument | undefined {
  const words = pageWords[language];
  const { consent, facts, note } = open;
  const { asker } = consent;
  const standing = standingOfLink(open);
  if (standing === "asking") return undefined;
  const rows = receiptRows(words, open);
  const proofs = proofRows(words, open);
  if (rows.length === 0 && proofs.length === 0) return undefined;
  const { title, said } = endWords(words, open, standing, true);
  const since = fill(asker.userType === "business" ? words.asker.business : words.asker.personal, {
    month: monthWords(words, asker.since),
  });
  const whose = asker.isVerified ? words.asker.inRegister : words.asker.asGiven;
  const reported = misuseWords(words, open);
  const { deletion } = facts;
  const blocks: readonly (Block | undefined)[] = [
    { kind: "note", tone: "plain", text: said },
    {
      kind: "facts",
      rows: [
        { label: words.asker.label, value: `${asker.name}. ${whose}. ${since}.` },
        { label: words.facts.why, value: words.purposes[consent.purpose] + (note === undefined ? "" : `: ${note}`) },
        ...rows,
      ],
    },
    reported === undefined ? undefined : { kind: "text", text: reported },
    deletion && { kind: "heading", text: words.deletion.title },
    deletion && {
      kind: "note",
      tone: "good",
      text: fill(words.deletion.words, { moment: momentWords(words, deletion.at) }),
    },
    proofs.length > 0 ? { kind: "heading", text: words.proof.title } : undefined,
    proofs.length > 0 ? { kind: "text", text: words.proof.words } : undefined,
    proofs.length > 0 ? { kind: "facts", rows: proofs } : undefined,
  ];
  return {
    title,
    eyebrow: words.receipt.title,
    blocks: blocks.filter((block) => block !== undefined),
    foot: ourFoot,
    lang: tagOf(language),
  };
}

/** @param made when the document was made, as its own properties say */
export async function drawReceipt(open: OpenLink, language: Language): Promise<Buffer | undefined> {
  const paper = receiptPaper(open, language);
  return paper && drawDocument(paper, open.consent.now);
}
