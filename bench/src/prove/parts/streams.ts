import { setTimeout as sleep } from "node:timers/promises";
import { eventsPath } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";

/** An open page: hears the events of its account, and opens its stream anew, at the next door, whenever it ends. */
export type Page = {
  /** Streams that were opened. */
  readonly opened: number;
  readonly isOpen: boolean;
  /** Data of the events it heard. */
  readonly heard: readonly string[];
  /** The longest time without a stream, in milliseconds. */
  readonly longestDarkMs: number;
  close(): void;
};

/** What a stream says to wait before it is opened again would hide how soon it can be: it is opened again at once. */
const againMs = 50;

export function openPage(urls: readonly string[], token: string, first = 0): Page {
  const ending = new AbortController();
  const page = { opened: 0, isOpen: false, heard: [] as string[], longestDarkMs: 0, close: () => ending.abort() };
  const run = async () => {
    let dark = performance.now();
    for (let door = first; !ending.signal.aborted; door += 1) {
      try {
        const answer = await fetch(`${urls[door % urls.length] ?? ""}${apiBase}${eventsPath}`, {
          headers: { authorization: `Bearer ${token}` },
          signal: ending.signal,
        });
        if (!answer.ok || !answer.body) throw new Error(String(answer.status));
        page.longestDarkMs = Math.max(page.longestDarkMs, performance.now() - dark);
        page.opened += 1;
        page.isOpen = true;
        let rest = "";
        for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) if (line.startsWith("data: ")) page.heard.push(line.slice("data: ".length));
        }
      } catch {
        // the program is away: the next one
      }
      if (page.isOpen) dark = performance.now();
      page.isOpen = false;
      await sleep(againMs);
    }
  };
  void run();
  return page;
}
