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
