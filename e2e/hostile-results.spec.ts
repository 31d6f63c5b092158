import type { Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { payloads } from "./support/payloads.ts";
import { origins } from "./support/test-environment.ts";
import {
  consentResponse,
  type ResultShape,
  resultShapeNames,
  resultShapes,
  exampleRequestId,
} from "./support/result-shapes.ts";
import { expect, test } from "./support/test.ts";

const amina = makePerson("Amina");
// the stricter policy below would block the service worker, whose URL is a constant
test.use({ serviceWorkers: "block" });
test.beforeAll(() => createAccount(amina));

/**
 * Keys whose values the record's schema fixes. Any other string is free text, in which a provider may send
 * anything.
 */
const fixed = ["verificationStatus", "asked", "stake", "id", "cacid"];
/** Keys below which the provider chooses the names: of tables, and of their columns. */
const named = ["history", "tables", "stolenReports", "report"];
/** Maps an index to the string that a round writes into a record. */
type Writer = (at: number) => string;

/** A copy of a record in which every free text and every name the provider chooses is replaced. */
function rewritten(value: unknown, write: Writer, isNamed = false, next = { at: 0 }): unknown {
  if (typeof value === "string") return write((next.at += 1));
  if (Array.isArray(value)) return value.map((one) => rewritten(one, write, isNamed, next));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      isNamed ? `${write((next.at += 1))} ${next.at}` : name,
      fixed.includes(name) ? member : rewritten(member, write, isNamed || named.includes(name), next),
    ]),
  );
}

/** The state of a page: where its elements first differed from those of the first response, and its links. */
type Drawn = {
  readonly changed: string | undefined;
  readonly pictures: number;
  readonly foreign: readonly string[];
  /** Elements of kinds that no result page has. */
  readonly strange: readonly string[];
};

/** Sends the open page one response after the other and returns how its document changed, texts aside. */
function drawAll(page: Page, answers: readonly object[]): Promise<Drawn> {
  return page.evaluate(async (given) => {
    const texts = ["aria-label", "alt", "title", "data-label", "datetime"];
    const describe = (element: Element): string => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        texts.includes(name) ? name : `${name}=${value}`,
      );
      const isBreak = (one: Element | null) => one?.tagName === "WBR";
      // a name has the register's own form beside it only where that differs
      const isRawName = (one: Element) => (one.getAttribute("class") ?? "").startsWith("raw_");
      // an email address is one text, or two with a line break opportunity between them
      const children = [...element.children].some(isRawName)
        ? []
        : [...element.children]
            .filter((child) => !isBreak(child) && !isBreak(child.previousElementSibling))
            .map(describe);
      return `<${[element.tagName, ...attributes.toSorted()].join(" ")}>${children.join("")}</>`;
    };
    const shown = (text: string) => () => document.querySelector("article")?.textContent.includes(text) ?? false;
    const until = (holds: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const end = performance.now() + 10_000;
        const look = () => {
          if (holds()) resolve();
          else if (performance.now() > end) reject(new Error(document.body.innerText.slice(0, 500)));
          else setTimeout(look);
        };
        look();
      });
    let first: string | undefined;
    let changed: string | undefined;
    // layout of thousands of unusual characters takes most of the time and tests nothing: only the last round is
    // painted
    document.body.style.display = "none";
    for (const [round, response] of given.entries()) {
      const source = `round ${round} of this page.`;
      Reflect.set(window, "answer", { ...response, source });
      document.dispatchEvent(new Event("visibilitychange")); // the page refetches
      await until(shown(source));
      // the page's title and the record; the rest of the page loads at its own time
      const drawn = [...document.querySelectorAll("main h1, article")].map(describe).join("");
      first ??= drawn;
      const differs = [...drawn].findIndex((letter, position) => letter !== first?.[position]);
      if (differs >= 0) changed ??= `round ${round}: ${drawn.slice(Math.max(0, differs - 200), differs + 200)}`;
    }
    document.body.style.display = "";
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const links = [...document.querySelectorAll("a, area, link")];
    return {
      changed,
      pictures: document.querySelectorAll("article img").length,
      foreign: links
        .map((link) => link.getAttribute("href") ?? "")
        .filter((address) => new URL(address, location.href).origin !== location.origin),
      strange: [
        ...document.querySelectorAll(
          "body script, body style, body link, iframe, object, embed, base, form, meta[http-equiv]",
        ),
      ].map(describe),
    };
  }, answers);
}

/** Opens a kind's page on a harmless record; later requests get their response from `window.answer`. */
async function open(page: Page, shape: ResultShape, harmless: object): Promise<void> {
  await page.addInitScript(
    (first) => {
      Reflect.set(window, "answer", first);
      const ask = window.fetch.bind(window);
      window.fetch = async (...asked) =>
        String(asked[0]).includes("/check-consent/")
          ? new Response(JSON.stringify(Reflect.get(window, "answer")), {
              headers: { "content-type": "application/json" },
            })
          : ask(...asked);
      Reflect.set(window, "alarm", () => Reflect.set(window, "alarmed", true));
      const rejected: string[] = [];
      Reflect.set(window, "refused", rejected);
      document.addEventListener("securitypolicyviolation", (event) =>
        rejected.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    },
    consentResponse(shape, harmless, { goneAt: null }),
  );
  await page.route(/\/sponsors$/, (route) => route.fulfill({ json: { sponsors: [] } }));
  await page.goto(`${shape.route}/${exampleRequestId}`);
  await expect(page.getByRole("article")).toBeVisible();
}

/** No attack had any effect. */
async function expectCalmPage(page: Page): Promise<void> {
  const [alarmed, rejected] = await page.evaluate(() => [
    Reflect.get(window, "alarmed"),
    Reflect.get(window, "refused"),
  ]);
  expect(alarmed, "no code of a record ran").toBeUndefined();
  expect(rejected, "no CSP violation").toEqual([]);
  expect(page.frames(), "no frame was created").toHaveLength(1);
}

const batch = 10;
const rounds = payloads.length / batch;

test("500 payloads in every field and name of every result stay plain text [T-61]", async ({ page }) => {
  test.setTimeout(240_000);
  expect(new Set(payloads).size).toBe(500);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signInByApi(page, amina);
  // stricter than the product's own policy: a violation is reported for anything that needs a trusted type
  await page.context().route(`${origins.product}/**`, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const policy = `${response.headers()["content-security-policy"]}; require-trusted-types-for 'script'`;
    return route.fulfill({ response: response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  for (const name of resultShapeNames)
    await test.step(name, async () => {
      const shape = resultShapes[name];
      const tab = await page.context().newPage();
      tab.on("dialog", (dialog) => void dialogs.push(dialog.message()));
      await open(tab, shape, rewritten(shape.full, (at) => `word ${at}`) as object);
      // in each round a field has ten of them, its neighbour another ten; in the end each field has had each
      // payload
      const texts = Array.from({ length: rounds }, (_, at) => payloads.slice(at * batch, (at + 1) * batch).join(" "));
      const hostile = Array.from({ length: rounds }, (_, round) =>
        consentResponse(shape, rewritten(shape.full, (at) => texts[(at + round) % rounds] ?? "") as object, {
          goneAt: null,
        }),
      );
      const harmless = consentResponse(shape, rewritten(shape.full, (at) => `word ${at}`) as object, { goneAt: null });
      const drawn = await drawAll(tab, [harmless, ...hostile]);
      expect(drawn.changed, "only texts changed").toBeUndefined();
      await expect(tab.getByRole("article"), "payloads are shown as text").toContainText("alarm()");
      expect([...drawn.foreign, ...drawn.strange]).toEqual([]);
      await expectCalmPage(tab);
      await tab.close();
    });
  expect(dialogs).toEqual([]);
});

test("none of 500 URLs in a file or picture field is followed, linked or shown [T-56 T-60 T-61]", async ({ page }) => {
  await signInByApi(page, amina);
  const requests: string[] = [];
  page.context().on("request", (request) => requests.push(request.url()));
  const { full: car } = resultShapes.vehicle;
  const { full: person } = resultShapes.person;
  const kinds = [
    { shape: resultShapes.vehicle, harmless: { ...car, pdfUri: null }, lying: { pdfUri: "", previewImageURL: "" } },
    { shape: resultShapes.person, harmless: { ...person, photo: null }, lying: { photo: "", signature: "" } },
  ];
  for (const { shape, harmless, lying } of kinds) {
    const tab = await page.context().newPage();
    await open(tab, shape, harmless);
    const spots = Object.keys(lying);
    const drawn = await drawAll(
      tab,
      payloads.map((payload) =>
        consentResponse(
          shape,
          { ...harmless, ...Object.fromEntries(spots.map((name) => [name, payload])) },
          { goneAt: null },
        ),
      ),
    );
    expect(drawn.changed, "no link or picture was created").toBeUndefined();
    expect(drawn.pictures).toBe(0);
    expect([...drawn.foreign, ...drawn.strange]).toEqual([]);
    await expectCalmPage(tab);
    await tab.close();
  }
  expect(requests.filter((address) => address.includes("evil"))).toEqual([]);
});
