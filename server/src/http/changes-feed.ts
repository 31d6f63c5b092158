import { apiChanges, changesFeeds, changesPath, type ApiChange } from "@idanimo/contract/developers/changes";
import { formatDate } from "@idanimo/contract/date-format";
import type { FastifyInstance } from "fastify";
import { html } from "../pages/html.ts";

type FeedOptions = {
  readonly brandName: string;
  /** Its URL is the base of the feed's links. */
  readonly web?: { readonly publicUrl: string };
};

/** The text of an entry: its paragraphs, and the end of a deprecated version. */
const paragraphsOf = ({ text, endsAt }: ApiChange): readonly string[] =>
  endsAt === undefined ? text : [...text, `It ends on ${formatDate(endsAt.toISOString())}.`];

/** Renders both forms of the feed. */
export async function renderFeeds(
  { brandName, web }: FeedOptions,
  changes: readonly ApiChange[],
): Promise<Record<keyof typeof changesFeeds, string>> {
  const { Feed } = await import("feed");
  const origin = web?.publicUrl ?? "";
  const page = `${origin}${changesPath}`;
  const updated = new Date(changes[0]?.day ?? 0);
  const feed = new Feed({
    id: page,
    link: page,
    title: `${brandName} API: changes`,
    description: "New versions, deprecations and additions of the API.",
    language: "en",
    copyright: brandName,
    author: { name: brandName, link: page },
    updated,
    feedLinks: Object.fromEntries(Object.entries(changesFeeds).map(([kind, { path }]) => [kind, origin + path])),
  });
  for (const change of changes)
    feed.addItem({
      id: `${page}#${change.id}`,
      link: `${page}#${change.id}`,
      title: change.title,
      date: new Date(change.day),
      content: html`${paragraphsOf(change).map((text) => html`<p>${text}</p>`)}`.html,
    });
  return { atom: feed.atom1(), json: feed.json1() };
}

/** Adds the feeds of the changes of the API. [DP-16] */
export function registerChangesFeed(app: FastifyInstance, options: FeedOptions): void {
  let feeds: ReturnType<typeof renderFeeds> | undefined; // made by the first request: the library is not loaded at the start
  for (const kind of ["atom", "json"] as const) {
    const { path, type } = changesFeeds[kind];
    app.get(path, async (_request, reply) => {
      feeds ??= renderFeeds(options, apiChanges);
      const body = (await feeds)[kind];
      return reply.type(`${type}; charset=utf-8`).header("cache-control", "public, max-age=3600").send(body);
    });
  }
}
