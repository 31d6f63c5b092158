import { apiChanges, changesFeeds, changesPath } from "@idanimo/contract/developers/changes";
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PublicSurface, startPublicSurface } from "./testing/public-surface.ts";
import { renderFeeds } from "./changes-feed.ts";

let surface: PublicSurface;
beforeAll(async () => void (surface = await startPublicSurface()));
afterAll(() => surface.close());

describe("the feed of the changes of the API", () => {
  test("is public, at two addresses, with the type of each form [DP-16]", async () => {
    for (const { path, type } of Object.values(changesFeeds)) {
      const { statusCode, headers } = await surface.production.inject({ url: path });
      expect([statusCode, headers["content-type"]]).toEqual([200, `${type}; charset=utf-8`]);
    }
  });

  test("has the entries of the page in its order, each with an id, a day and a link [DP-16]", async () => {
    const [atom, json] = await Promise.all(
      [changesFeeds.atom.path, changesFeeds.json.path].map(
        async (url) => (await surface.production.inject({ url })).body,
      ),
    );
    const entries = parseAtomFeed(atom ?? "").entries ?? [];
    expect(entries.map(({ title }) => (typeof title === "string" ? title : title?.value))).toEqual(
      apiChanges.map(({ title }) => title),
    );
    const ids = apiChanges.map(({ id }) => `${changesPath}#${id}`);
    expect(entries.map(({ id }) => id?.slice(id.indexOf(changesPath)))).toEqual(ids);
    expect(entries.map(({ updated }) => updated?.slice(0, 10))).toEqual(apiChanges.map(({ day }) => day));
    const items = parseJsonFeed(json ?? "").items ?? [];
    expect(items.map(({ title }) => title)).toEqual(apiChanges.map(({ title }) => title));
    expect(items.map(({ url }) => url?.slice(url.indexOf(changesPath)))).toEqual(ids);
    expect(JSON.stringify(items)).toContain("It ends on November 28, 2027.");
  });

  test("escapes what XML or HTML would read as a tag [DP-16]", async () => {
    const text = `a < b && "c" ]]> <script>alert(1)</script>`;
    const change = { id: "x", day: "2026-11-28", kind: "added", title: text, text: [text] } as const;
    const { atom, json } = await renderFeeds({ brandName: "A & B <i>", web: { publicUrl: "https://x.example" } }, [
      change,
    ]);
    const [entry] = parseAtomFeed(atom).entries ?? [];
    expect(entry).toMatchObject({ id: `https://x.example${changesPath}#x` });
    expect(JSON.stringify(entry?.title)).toContain(JSON.stringify(text).slice(1, -1));
    const escaped = `<p>a &lt; b &amp;&amp; &quot;c&quot; ]]&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>`;
    expect(parseJsonFeed(json).items?.[0]).toMatchObject({ title: text, content_html: escaped });
    expect(JSON.stringify(entry?.content)).toContain(JSON.stringify(escaped).slice(1, -1));
  });
});
