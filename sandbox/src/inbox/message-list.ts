import { type Html, html } from "../pages/html.ts";
import type { Message, Reply } from "./messages.ts";

const channelNames = { mail: "Email", sms: "SMS", push: "Push" } as const;

/** The list of messages, for the page and for its script, which fetches it again. */
export function renderMessageList(messages: readonly Message[]): Html {
  if (messages.length === 0)
    return html`<div class="empty">
      <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
        <path d="M12 20h72v36H12zM12 20l36 22 36-22" />
      </svg>
      <p><strong>No message yet.</strong></p>
      <p class="quiet">Emails, SMS and push messages of the product appear here.</p>
    </div>`;
  return html`${messages.map(renderMessage)}`;
}

function renderMessage(message: Message): Html {
  const { id, channel, to, subject, text, at, state, replies = [] } = message;
  const version = `${state ?? "sent"}-${replies.length}`; // changes whenever the shown content changes
  return html`<article class="message" id="m-${id}" data-version="${version}" aria-labelledby="h-${id}">
    <header>
      <h2 id="h-${id}"><span class="channel ${channel}">${channelNames[channel]}</span> ${to}</h2>
      <time datetime="${at}">${formatTime(at)}</time>
    </header>
    ${subject !== undefined && subject !== "" && html`<p class="subject">${subject}</p>`}
    <div class="text">${renderText(text)}</div>
    ${message.html !== undefined && renderHtmlFrame(message.html, subject ?? "")}
    ${state === "not_delivered" && html`<p class="notice failed"><strong>Not delivered.</strong> The person never gets this message.</p>`}
    ${replies.map(renderReply)} ${channel === "sms" && state === undefined && renderReplyForms(message)}
  </article>`;
}

/** The HTML of an email in a frame that runs no script and has an opaque origin. Its links open a new tab. */
function renderHtmlFrame(address: string, subject: string): Html {
  return html`<details class="html">
    <summary>Show as HTML</summary>
    <iframe
      src="${address}"
      title="${subject} as HTML"
      loading="lazy"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>
  </details>`;
}

function renderReply({ text, at }: Reply): Html {
  return html`<p class="reply"><span class="quiet">Answered ${formatTime(at)}</span> ${text}</p>`;
}

/** The replies that an SMS names, and those that the product understands for a request with a code. */
function preparedReplies(text: string): readonly string[] {
  const named = text.match(/\b(?:YES|NO|WHO|STOP) [A-Z0-9]{6}\b/g) ?? [];
  const code = named[0]?.split(" ")[1];
  const further = code === undefined ? [] : [`WHO ${code}`, `STOP ${code}`, "HELP", "STOP"];
  return [...new Set([...named, ...further, ...(/\bSTART\b/.test(text) ? ["START"] : [])])];
}

/**
 * Two forms, because Enter in a field presses the first button of its form: it must never send a prepared answer.
 */
function renderReplyForms({ id, to, text }: Message): Html {
  const address = `/inbox/messages/${id}/reply`;
  const quick = preparedReplies(text);
  const quickForm = html`<form class="quick" method="post" action="${address}">
    ${quick.map((words) => html`<button class="button small" name="text" value="${words}">${words}</button>`)}
  </form>`;
  return html`${quick.length > 0 && quickForm}
    <form class="line" method="post" action="${address}">
      <input name="text" aria-label="Reply as ${to}" placeholder="Reply as ${to}" maxlength="480" autocomplete="off" />
      <button class="button small">Reply</button>
    </form>`;
}

/** A text with links for its web addresses and emphasis for six-digit codes. Each piece is escaped. */
function renderText(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])|\b(\d{6})\b/);
  const marked = pieces.map((piece, at) => {
    if (!piece) return html``;
    if (at % 3 === 1) return html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`;
    return at % 3 === 2 ? html`<strong class="code">${piece}</strong>` : html`${piece}`;
  });
  return html`${marked}`;
}

const timeFormat = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "Africa/Lagos",
});

function formatTime(iso: string): string {
  return `${timeFormat.format(new Date(iso))}, Lagos time`;
}
