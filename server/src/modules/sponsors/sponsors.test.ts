import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { productionSettings } from "../../testing/production-settings.ts";
import { exampleSponsorsPath, readSponsors, resolveSponsorsFile } from "./sponsors-file.ts";

const folder = mkdtempSync(join(tmpdir(), "idanimo-sponsors-"));
afterAll(() => rmSync(folder, { recursive: true }));

const banner = {
  id: "one",
  name: "Ọjà Bank",
  title: "A title",
  text: "A text.",
  action: "Look",
  address: "https://bank.example/offer?campaign=idanimo",
};
let files = 0;
/** The error message for a file with this content; undefined if it is valid. */
function contentError(content: unknown): string | undefined {
  const file = join(folder, `${++files}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  try {
    readSponsors(file);
    return undefined;
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: "" };
    expect(message).toContain(`SPONSORS_FILE ${file}: `);
    return message.slice(message.indexOf(": ") + 2);
  }
}

describe("readSponsors and resolveSponsorsFile", () => {
  test("accept a valid file, and no file [RESULT-COMMON-08 O-17]", () => {
    expect(contentError({ sponsors: [banner] })).toBeUndefined();
    expect(readSponsors(undefined)).toEqual([]);
  });

  test("have example advertisers that are marked as made up [RESULT-COMMON-08 O-17]", () => {
    const examples = readSponsors(exampleSponsorsPath);
    expect(examples.length).toBeGreaterThan(0);
    for (const { name, address } of examples) {
      expect(name).toContain("(made up)");
      expect(new URL(address).hostname).toMatch(/^example\.(com|org)$/);
    }
  });

  test.each([
    { what: "a demonstration", env: {}, file: exampleSponsorsPath },
    { what: "a demonstration with banners of its own", env: { SPONSORS_FILE: "own.json" }, file: "own.json" },
    { what: "a demonstration without banners", env: { SPONSORS: "off" }, file: undefined },
    { what: "production", env: productionSettings, file: undefined },
    { what: "production with a file", env: { ...productionSettings, SPONSORS_FILE: "own.json" }, file: "own.json" },
    {
      what: "production with its file switched off",
      env: { ...productionSettings, SPONSORS_FILE: "own.json", SPONSORS: "off" },
      file: undefined,
    },
  ])("choose $file for $what [RESULT-COMMON-08 O-17]", ({ env, file }) => {
    expect(resolveSponsorsFile(readConfig(env))).toBe(file);
  });

  test.each([
    "javascript:alert(1)",
    "http://bank.example/",
    "//bank.example/",
    "https:bank.example",
    "data:text/html,x",
    "https://bank.example/?who={id}",
    "https://bank.example/?who=%7Bid%7D",
    "https://bank.example/?who=[id]",
    "https://bank.example/?who=<id>",
    "https://bank.example/?who=$id",
    "https://bank.example/{requestId}",
    "https://name@bank.example/",
    "https://bank.example/#{id}",
    "https://bank.example/\nx",
    "https://localhost/",
    `https://bank.example/${"a".repeat(300)}`,
    "",
  ])("reject the address %j with file and field [T-56 T-61]", (address) => {
    expect(contentError({ sponsors: [banner, { ...banner, id: "two", address }] })).toMatch(
      /^sponsors 2 address must be /,
    );
  });

  test.each([
    { content: "{", why: "is not JSON." },
    { content: [], why: "the file is not as it should be." },
    { content: { sponsors: "none" }, why: "sponsors must be a list." },
    { content: { sponsors: [{ ...banner, title: undefined }] }, why: "sponsors 1 title must be a text." },
    { content: { sponsors: [{ ...banner, name: " " }] }, why: "sponsors 1 name must not be empty or begin or end" },
    { content: { sponsors: [{ ...banner, name: "Bank\u202eknaB" }] }, why: "sponsors 1 name must be one line" },
    { content: { sponsors: [{ ...banner, text: "a\nb" }] }, why: "sponsors 1 text must be one line of plain text." },
    { content: { sponsors: [{ ...banner, action: "x".repeat(31) }] }, why: "sponsors 1 action must be at most 30" },
    { content: { sponsors: [{ ...banner, image: "https://x.example/p" }] }, why: "sponsors 1 must not have image." },
    { content: { sponsors: [banner, banner] }, why: "sponsors must not use an id twice." },
    {
      content: { sponsors: [banner, { ...banner, id: "two" }, { ...banner, id: "three" }] },
      why: "sponsors must have at most 2 banners.",
    },
  ])("reject an invalid file with a sentence: $why [T-56]", ({ content, why }) => {
    expect(contentError(content)).toContain(why);
  });

  test("name a missing file [T-56]", () => {
    expect(() => readSponsors(join(folder, "absent.json"))).toThrow(/^SPONSORS_FILE .*absent\.json: cannot be read\.$/);
  });
});

describe("GET /sponsors", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test("returns the same list to every signed-in user, without a choice [RESULT-COMMON-08 T-56]", async () => {
    const [ada, bola] = [await app.user(), await app.user({ userType: "business" })];
    const [first, second] = [await ada.get("/sponsors"), await bola.get("/sponsors")];
    expect(first.json()).toEqual({ sponsors: readSponsors(exampleSponsorsPath) });
    expect(second.body).toBe(first.body);
    expect(first.cookies).toEqual([]);
    expect((await ada.get("/sponsors?request=8f6c")).statusCode).toBe(400);
    expect((await app.app.inject({ url: "/api/v2/sponsors" })).statusCode).toBe(401);
  });
});
