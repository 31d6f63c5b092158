import { readFile } from "node:fs/promises";
import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { registerCookies } from "../http/cookies.ts";
import { createPage, sendPage, serveStyles } from "./page.ts";
import { html } from "./html.ts";

const app = fastify();
registerCookies(app);
serveStyles(app, "/page.css");
app.get("/", (_request, reply) =>
  sendPage(reply, 200, createPage("A page", "Idanimo", "/page.css", "", html`<h1>Hello</h1>`)),
);

describe("the font of a server-rendered page", () => {
  test("is Inter, in the files that the web build serves", async () => {
    const { body } = await app.inject("/page.css");
    const files = [...body.matchAll(/url\("\/fonts\/(inter-\w+)\.woff2"\)/g)].map(([, name]) => name);
    const build = await readFile(new URL("../../../web/tools/build.mjs", import.meta.url), "utf8");
    expect(files).toEqual(["inter-latin", "inter-naira", "inter-tones"]);
    expect(build).toContain(JSON.stringify(files).replaceAll(",", ", "));
    expect(body).toMatch(/font:\s+17px\/1\.5 "Inter"/);
  });

  test("covers the same characters as on the web", async () => {
    const web = await readFile(new URL("../../../web/src/styles/fonts.css", import.meta.url), "utf8");
    const rangesOf = (css: string) => css.match(/unicode-range:[^;]+;/g)?.map((range) => range.replaceAll(/\s+/g, " "));
    expect(rangesOf((await app.inject("/page.css")).body)).toEqual(rangesOf(web));
  });
});

describe("the theme of a server-rendered page", () => {
  test.each([
    ["theme=dark", "dark"],
    ["other=1; theme=light", "light"],
    ["theme=purple", "device"],
    ['theme="><script>', "device"],
    [undefined, "device"],
  ])("with the cookie %j the document is %s [LAND-22]", async (cookie, message) => {
    const { body } = await app.inject({ url: "/", headers: { ...(cookie !== undefined && { cookie }) } });
    expect(body).toContain(`<html lang="en-NG" data-theme="${message}">`);
  });

  test("follows the device without a choice; both dark themes are the same [LAND-20]", async () => {
    const { body } = await app.inject("/page.css");
    const blockOf = (head: string) => body.slice(body.indexOf(head) + head.length).split("}")[0] ?? "";
    const chosen = blockOf(':root[data-theme="dark"] {');
    expect(chosen).toMatch(/color-scheme: dark;\s+--page: #0e1512;/);
    expect(blockOf("@media (prefers-color-scheme: dark) {")).toContain(':root[data-theme="device"]');
    expect(blockOf(':root[data-theme="device"] {')).toBe(chosen);
    expect(blockOf(':root[data-theme="light"] {')).toContain("color-scheme: light;");
  });
});
