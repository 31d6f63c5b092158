import { fill } from "@idanimo/contract/problems";
import { html, type Html, nothing } from "../../../../pages/html.ts";
import { lengthWords, momentWords } from "../../page/moments.ts";
import type { MyRequest } from "../request-store.ts";
import { outcomeOf } from "../rules.ts";
import type { Words } from "../words.ts";
import { act, type Place, wordsOf } from "./frame.ts";

/** A request with the asker's own words, where these can still be read. */
export type ShownRequest = MyRequest & { readonly note: string | undefined };

/**
 * What became of a request, in a sentence.
 * @param isCopy it is read another day, so lengths of time from now are left out
 */
export function outcomeWords(words: Words, one: MyRequest, isCopy = false): string {
  const { row } = words.own;
  const at = (moment: Date | null) => ({
    moment: moment ? momentWords(words.shared, moment) : "-",
    length: moment ? lengthWords(words.shared, moment, one.now) : "-",
  });
  switch (outcomeOf(one, one.now)) {
    case "open":
      return fill(isCopy ? row.openUntil : row.open, at(one.deadline));
    case "standing":
      return fill(isCopy ? row.standingUntil : row.standing, at(one.goneAt));
    case "waiting_to_ask":
      return row.waitingToAsk;
    case "refused":
      return row.refused;
    case "gone":
      return fill(row.gone, at(one.goneAt));
    case "taken_back":
      return fill(row.takenBack, at(one.goneAt));
    case "asker_left":
      return row.askerLeft;
    case "stopped":
      return row.stopped;
    case "unanswered":
      return row.unanswered;
    case "unreached":
      return row.unreached;
    case "nothing_found":
      return row.nothingFound;
  }
}

/** How often the record was looked at and kept, where there was a yes. */
function lookedWords(words: Words, one: MyRequest): readonly string[] {
  if (one.goneAt === null) return [];
  const { row } = words.own;
  const say = (of: MyRequest["opened"], once: string, often: string) =>
    of.last === null
      ? undefined
      : fill(of.times === 1 ? once : often, { count: String(of.times), moment: momentWords(words.shared, of.last) });
  const saved = say(one.saved, row.savedOnce, row.saved);
  return [say(one.opened, row.openedOnce, row.opened) ?? row.neverOpened, ...(saved === undefined ? [] : [saved])];
}

/** Who asks, as far as it is known. */
export function askerWords({ shared }: Words, { asker }: Pick<MyRequest, "asker">): string {
  if (asker.isVerified) return shared.asker.inRegister;
  return shared.asker.asGiven;
}

/** The button that lets an asker ask no more, or again. */
function mayAsk(place: Place, { id, asker }: ShownRequest, about: string): Html {
  const { block } = wordsOf(place).own;
  const { name } = asker;
  return asker.isBlocked
    ? act(place, "/unblock", fill(block.unblock, { name }), { kind: "plain", about, fields: { asker: asker.id } })
    : act(place, `/requests/${id}/block`, fill(block.block, { name }), { kind: "plain", about });
}

/**
 * Everything of one request, with what can be done about it.
 * @param hasBlock whether whoever asked can be blocked from here, or let ask again: once for each on a page is enough
 */
function requestRow(place: Place, one: ShownRequest, hasBlock: boolean): Html {
  const words = wordsOf(place);
  const { row, block } = words.own;
  const outcome = outcomeOf(one, one.now);
  const id = `r-${one.id}`;
  const kind = outcome === "open" || outcome === "standing" ? outcome : "over";
  const further = [
    ...lookedWords(words, one),
    ...(one.withheld.length > 0 && one.goneAt !== null
      ? [fill(row.leftOut, { parts: one.withheld.map((part) => words.shared.parts[part]).join("; ") })]
      : []),
    ...(one.purgedAt === null ? [] : [fill(row.deleted, { moment: momentWords(words.shared, one.purgedAt) })]),
  ];
  return html`<li class="${kind === "over" ? "row" : "card"}">
    <h3 class="name" id="${id}">${one.asker.name}</h3>
    <p class="quiet">
      ${askerWords(words, one)}. ${fill(row.asked, { moment: momentWords(words.shared, one.cameAt) })}.
    </p>
    <p>${words.shared.purposes[one.purpose]}${one.note === undefined ? nothing : html`<br /><q>${one.note}</q>`}</p>
    ${one.isSelf && kind !== "over" ? html`<p>${row.isSelf}</p>` : nothing}
    <p class="${kind}">${outcomeWords(words, one)}</p>
    ${further.length > 0 ? html`<p class="quiet">${further.join(" ")}</p>` : nothing}
    ${outcome === "open" ? html`<p class="quiet">${row.howYes}</p>` : nothing}
    ${outcome === "standing" && one.asker.isBlocked ? html`<p>${block.stands}</p>` : nothing}
    ${outcome === "standing" ? act(place, `/requests/${one.id}/take-back`, row.takeBack, { about: id }) : nothing}
    ${outcome === "open" ? act(place, `/requests/${one.id}/no`, row.no, { about: id }) : nothing}
    ${one.asker.isBlocked ? html`<p class="quiet">${block.blocked}</p>` : nothing}
    ${hasBlock ? mayAsk(place, one, id) : nothing}
  </li>`;
}

/** Rows of a page, which may have shown others before. */
export function requestRows(place: Place, all: readonly ShownRequest[], before: readonly ShownRequest[] = []): Html {
  const known = new Set(before.map(({ asker }) => asker.id));
  return html`<ul class="asks">
    ${all.map((one) => {
      const hasBlock = !known.has(one.asker.id);
      known.add(one.asker.id);
      return requestRow(place, one, hasBlock);
    })}
  </ul>`;
}
