import { downloads } from "@idanimo/contract/downloads";
import { sponsors } from "@idanimo/contract/sponsors";
import type { Page, Route } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { isInMemory } from "./support/heap.ts";
import { expectNoAxeViolations, expectFitsWidth, setTheme } from "./support/appearance.ts";
import { origins } from "./support/test-environment.ts";
import {
  consentResponse,
  type ResultShape,
  resultShapeNames,
  resultShapes,
  exampleRequestId,
} from "./support/result-shapes.ts";
import { expect, test } from "./support/test.ts";

const tola = makePerson("Tola");
// the service worker would fetch documents past the routes of these tests
test.use({ serviceWorkers: "block" });
test.beforeAll(() => createAccount(tola));

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const record = (page: Page) => page.getByRole("article");
const oops = (page: Page) => page.getByRole("alertdialog", { name: "Oops!" });
const noRecord = (page: Page) => page.getByText("No record found", { exact: true });
const gone = (page: Page) => page.getByText("Verification Result or Consent expired");

/** Every request from now on gets this response. */
const answer = (page: Page, json: object) => answerBy(page, (route) => route.fulfill({ json }));

async function answerBy(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, act);
}

const open = (page: Page, { route }: ResultShape) => page.goto(`${route}/${exampleRequestId}`);

/** Expected texts by part of the page, for a full and a sparse record of each kind. */
const shown: Readonly<
  Record<string, Readonly<Record<"full" | "sparse", Readonly<Record<string, readonly string[]>>>>>
> = {
  person: {
    full: {
      "Who they are": ["TitleMr", "NIN701 2345 6789", "Date of birthMay 4, 1991", "GenderFemale", "Height167 cm"],
      "Where to reach them": ["Phone08031122334", "Town-", "StateLagos"],
      "Work and learning": ["ProfessionCivil engineer", "EmploymentSelf employed", "EducationTertiary"],
      "Where they come from": ["Local government of birthIkeja", "State of originOgun"],
    },
    sparse: { "Who they are": ["First name-", "Middle name-", "Last nameADEBAYO", "Date of birthunknown"] },
  },
  "person, other spelling": {
    full: {
      "Who they are": ["Last nameƁALARABE", "Middle nameƙasim", "Date of birthMay 4, 1971", "Height180 cm"],
      "Next of kin": ["First nameAISHA", "Address, second lineFlat 2"],
      Parent: ["First nameUMAR"],
    },
    sparse: { "Who they are": ["Last nameBELLO", "Date of birth1980-13-45"] },
  },
  extension: {
    full: {
      "Phone verification": ["Verified", "ReferencePH-2b7e151628aed2a6abf7158809cf4f3c"],
      "BVN verification": ["Verified", "ReferenceBV-1"],
      "Next of kin": ["SurnameƁALARABE".replace("Surname", "Last name")],
      "BVN: who they are": ["BVN222 0001 0011", "NationalityNigeria"],
      "BVN: account and address": ["Registration dateNovember 15, 2014", "Second phone07011112222"],
    },
    sparse: {
      "Phone verification": ["Not verified", "ReferencePH-2", "No Data"],
      "BVN verification": ["Verified", "Reference-"],
      "BVN: who they are": ["First name-", "Last nameBalarabe"],
    },
  },
  vehicle: {
    full: {
      Specification: ["Vin1HGCM82633A007777", "Made InUnited States", "Msrp$25,800", "Invoice$23,204"],
      Measures: ["Steering-", "Tires-", "Tank size-", "Wheel drive-", "Width-", "Highway mileage-"],
      Titles: ["February 11, 2004", "SALVAGE"],
      Liens: ["No Data"],
    },
    sparse: { Specification: ["Year2003", "Make-", "Msrp-"], History: ["No Data"] },
  },
  plate: {
    full: {
      "The vehicle": ["Registration numberLAG123AB", "Chassis numberJTDBR32E720012345", "DecisionVALID"],
      "The owner": ["First nameChinẹdu", "Local governmentSurulere", "StateLagos", "Phone08055554444"],
      Stolen: ["This vehicle is in our database of stolen vehicles"],
      "Stolen reports": ["Ikeja Division", "March 2, 2026"],
    },
    sparse: { "The vehicle": ["Registration numberLAG123AB", "VIN-"], Stolen: ["-"], "Stolen reports": ["No Data"] },
  },
  "legit car": {
    full: {
      "The vehicle": ["Chassis number1HGCM82633A007777"],
      Stolen: ["This vehicle is in our database of stolen vehicles"],
      "Stolen reports": ["Ikeja Division"],
    },
    sparse: { Stolen: ["not found"], "Stolen reports": ["No Data"] },
  },
};
const looked = Object.keys(shown).filter((name): name is keyof typeof resultShapes =>
  Object.hasOwn(resultShapes, name),
);

// Covers: RESULT-NIN-02 RESULT-NIN-03 RESULT-NIN-04 RESULT-NIN-05 RESULT-NIN-06 RESULT-EXT-03 RESULT-EXT-05 RESULT-EXT-06 RESULT-VIN-03 RESULT-VIN-04 RESULT-PLATE-02 RESULT-LEGITCAR-01 RESULT-LEGITCAR-02 RESULT-VIN-09 C-20 C-22
test("records of every kind show every field and fit at every width [RESULT-COMMON-04 RESULT-COMMON-05 RESULT-NIN-01]", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signInByApi(page, tola);
  for (const name of looked)
    for (const state of ["full", "sparse"] as const)
      await test.step(`${name}, ${state}`, async () => {
        const shape = resultShapes[name];
        await answer(page, consentResponse(shape, shape[state]));
        await open(page, shape);
        for (const [title, texts] of Object.entries(shown[name]?.[state] ?? {}))
          for (const text of texts) await expect(part(page, title)).toContainText(text);
        await expect(record(page)).not.toContainText(/null|undefined|NaN|\[object/i);
        const isFull = state === "full";
        for (const [width, theme] of [
          [320, "light"],
          [360, "light"],
          [960, "light"],
          [1440, "dark"],
        ] as const) {
          await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
          await setTheme(page, theme);
          const read = isFull && (width === 360 || width === 1440) ? expectNoAxeViolations : expectFitsWidth;
          await read(page, `${name}, ${state}, ${width} px, ${theme}`);
        }
      });
});

// Covers: RESULT-VIN-07 C-21 T-61
test("photo and signature are pictures or absent, as is the stolen banner [RESULT-NIN-03 RESULT-NIN-04 RESULT-VIN-06]", async ({
  page,
}) => {
  await signInByApi(page, tola);
  const alternate = resultShapes["person, other spelling"];
  await answer(page, consentResponse(alternate, alternate.full));
  await open(page, alternate);
  for (const picture of await record(page).getByRole("img").all())
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64);
  await expect(record(page).getByRole("img")).toHaveCount(2);
  await answer(page, consentResponse(resultShapes.person, resultShapes.person.sparse));
  await open(page, resultShapes.person);
  await expect(record(page).getByRole("img", { name: "No photo in the record" })).toBeVisible();
  const stolen = page.getByText(/stolen/i);
  for (const [reported, words] of [
    [true, "This vehicle is in our database of stolen vehicles"],
    [false, "In our database of stolen vehicles: not found"],
  ] as const) {
    await answer(page, consentResponse(resultShapes.vehicle, { ...resultShapes.vehicle.full, stolen: reported }));
    await open(page, resultShapes.vehicle);
    await expect(page.getByText(words)).toBeVisible();
  }
  const preview = `data:image/png;base64,${resultShapes.person.full.photo}`;
  await answer(
    page,
    consentResponse(resultShapes.vehicle, { ...resultShapes.vehicle.full, stolen: null, previewImageURL: preview }),
  );
  await open(page, resultShapes.vehicle);
  await expect(part(page, "Specification")).toBeVisible();
  await expect(stolen).toHaveCount(0);
  await expect(record(page).getByRole("img", { name: "The vehicle, from the record" })).toBeVisible();
});

test("the header names purpose, requester and end of access; ungranted parts are listed once [CL-10]", async ({
  page,
}) => {
  await signInByApi(page, tola);
  const requester = "Oluwaseun & Daughters Properties Company Limited";
  for (const [name, withheld, listed, hidden] of [
    [
      "person",
      ["photo", "address", "religion"],
      "their photo; their home address; their religion",
      /^State$|Home address|Religion/,
    ],
    ["extension", ["contact", "bank"], "their phone number and email; their BVN record", /Mail|BVN verification/],
    ["credit", ["contact"], "their phone number and email", /Phone|Mail/],
  ] as const)
    await test.step(name, async () => {
      const shape = resultShapes[name];
      await answer(page, consentResponse(shape, shape.full, { requester, withheld }));
      await open(page, shape);
      const header = record(page).locator("header");
      for (const words of ["Renting a home", requester, /Access ends in \d+ h/])
        await expect(header.getByText(words)).toBeVisible();
      await expect(page.getByText("Not shared:")).toHaveCount(1);
      await expect(record(page)).toContainText(`Not shared: ${listed}`);
      for (const label of await record(page).getByRole("term").allInnerTexts()) expect(label).not.toMatch(hidden);
      for (const title of await record(page).getByRole("heading").allInnerTexts()) expect(title).not.toMatch(hidden);
      await expectFitsWidth(page);
    });
  await test.step("a vehicle has no purpose", async () => {
    const { vehicle } = resultShapes;
    await answer(page, consentResponse(vehicle, vehicle.full, { requester }));
    await open(page, vehicle);
    await expect(record(page).locator("header")).toContainText(requester);
    await expect(record(page).locator("header")).not.toContainText("Purpose");
  });
});

// Covers: ERR-38 ERR-53 C-41 C-42
test("empty and failed results have their texts; a failed load offers a retry [RESULT-COMMON-06 RESULT-COMMON-07 ERR-37]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/check-consent\//, 404);
  trouble.allow(/\/check-consent\//, 503);
  await signInByApi(page, tola);
  const refuse = (status: number, code: string, message: string) => (route: Route) =>
    route.fulfill({ status, json: { code, message } });
  for (const name of resultShapeNames)
    await test.step(name, async () => {
      const shape = resultShapes[name];
      await answer(page, consentResponse(shape, shape.empty));
      await open(page, shape);
      await expect(oops(page)).toContainText("Sorry, No record found");
      await oops(page).getByRole("button", { name: "Close" }).last().click();
      await expect(noRecord(page)).toBeVisible();
    });
  await expectNoAxeViolations(page);
  await answerBy(page, refuse(404, "not_found", "No value present"));
  await page.reload();
  await expect(oops(page)).toContainText("No value present");
  await expect(noRecord(page)).toBeVisible();
  await page.goto(resultShapes.vehicle.route);
  await expect(noRecord(page)).toBeVisible();
  await expect(oops(page), "no request was made").toHaveCount(0);

  const logged: string[] = [];
  page.on("console", (message) => message.type() === "warning" && logged.push(message.text()));
  await answerBy(page, refuse(503, "unavailable", "We are very busy."));
  await open(page, resultShapes.vehicle);
  await expect(part(page, "Specification")).toContainText("Vin-");
  expect(logged).toContain("The result could not be loaded: unavailable");
  await answer(page, consentResponse(resultShapes.vehicle, resultShapes.vehicle.full));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(part(page, "Specification")).toContainText("1HGCM82633A007777");
});

// Covers: RESULT-COMMON-01 RESULT-COMMON-02
test("each reason for a missing record has its own text [CONSENT-08 O-52 C-18]", async ({ page }) => {
  await signInByApi(page, tola);
  const shape = resultShapes.extension;
  for (const [more, words] of [
    [{ consent: "pending", deadline: "2026-11-22T10:00:00.000Z", outcome: null }, "Awaiting Consent..."],
    [{ consent: "initiate", outcome: null }, "Please Wait"],
    [{ consent: "denied", outcome: "DENIED" }, "Consent Denied"],
    [{ consent: "terminated", outcome: "UNANSWERED" }, "Verification Result or Consent expired"],
    [
      { consent: "granted", message: "Expired", goneAt: "2026-11-20T11:00:00.000Z" },
      "Verification Result or Consent expired",
    ],
    [{ consent: "terminated", outcome: "NO_CONTACT" }, "The money is back in your wallet."],
  ] as const) {
    await answer(page, consentResponse(shape, null, more));
    await page.goto(`/vehicle/${exampleRequestId}`);
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(page, "another kind's URL redirects").toHaveURL(/\/search-extension\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Extension Verification Result");
    await expect(record(page)).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/main-dashboard");
});

// Covers: EXPIRY-05
test("every kind removes its record at expiry by the server's clock [T-51 EXPIRY-01 EXPIRY-03]", async ({ page }) => {
  await signInByApi(page, tola);
  await page.clock.install({ time: Date.now() - 3_600_000 });
  for (const name of resultShapeNames.filter((known) => known !== "companies"))
    await test.step(name, async () => {
      const shape = resultShapes[name];
      const now = new Date("2026-11-20T11:30:00.000Z");
      const goneAt = new Date(now.getTime() + 45_000).toISOString();
      await answer(page, consentResponse(shape, shape.full, { goneAt }));
      await open(page, shape);
      await expect(record(page).getByText("This record is about to be erased")).toBeVisible();
      await expect(record(page).getByText(/Access ends in \d+ s/)).toBeVisible();
      let asked = 0;
      await answerBy(page, (route) => ((asked += 1), route.abort("failed")));
      await page.clock.fastForward(45_000);
      await expect(gone(page)).toBeVisible();
      await expect(page.getByText("The time to see this record is over")).toContainText("The charge is kept.");
      await expect(record(page)).toHaveCount(0);
      expect(await page.content()).not.toMatch(/ADÉBÁYỌ̀|ƁALARABE|1HGCM82633A007777|LAG123AB/);
      expect(asked, "without a request").toBe(0);
    });
  await test.step("a company record has no expiry", async () => {
    await answer(page, consentResponse(resultShapes.companies, resultShapes.companies.full));
    await open(page, resultShapes.companies);
    await page.clock.fastForward(3_600);
    await expect(record(page)).toContainText("it stays open to you");
  });
});

test("a reader far down in a record sees why it is gone [CONSENT-08]", async ({ page }) => {
  await signInByApi(page, tola);
  await page.setViewportSize({ width: 360, height: 740 });
  const now = new Date("2026-11-20T11:30:00.000Z");
  await page.clock.install({ time: now });
  const { person } = resultShapes;
  const goneAt = new Date(now.getTime() + 45_000).toISOString();
  await answer(page, consentResponse(person, person.full, { goneAt }));
  await open(page, person);
  await expect(record(page)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(record(page).getByRole("heading").first()).not.toBeInViewport();
  await page.clock.fastForward(45_000);
  await expect(gone(page)).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("after expiry the page's memory contains nothing of the record [T-51]", async ({ page }) => {
  await signInByApi(page, tola);
  const { person } = resultShapes;
  const canary = "Canary-of-A-Profession"; // this test itself never passes it to the page
  let left = 600_000;
  await answerBy(page, (route) => {
    const now = Date.now();
    const times = { now: new Date(now).toISOString(), goneAt: new Date(now + left).toISOString() };
    return route.fulfill({ json: consentResponse(person, { ...person.full, profession: canary }, times) });
  });
  await open(page, person);
  await expect(record(page)).toBeVisible();
  expect(await isInMemory(page, canary), "the check finds a text that is in memory").toBe(true);
  left = 1_000;
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange"))); // the page refetches
  await expect(gone(page)).toBeVisible();
  await expect.poll(() => isInMemory(page, canary)).toBe(false);
});

/** Whether the page's document contains personal data. */
const knows = (page: Page) => page.evaluate(() => document.documentElement.outerHTML.includes("ADÉBÁYỌ̀"));

test("a hidden or signed-out page holds no record, and refetches when shown [T-51]", async ({ page, trouble }) => {
  trouble.allow(/\/check-consent\//, 401);
  await signInByApi(page, tola);
  const { person } = resultShapes;
  let asked = 0;
  const granted = (route: Route) => ((asked += 1), route.fulfill({ json: consentResponse(person, person.full) }));
  await answerBy(page, granted);
  await open(page, person);
  await expect(record(page)).toBeVisible();
  const before = asked;
  const putAway = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    // read in the same task: nothing runs in a page that the browser has frozen
    return document.documentElement.outerHTML;
  });
  expect(putAway).not.toContain("ADÉBÁYỌ̀");
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(record(page)).toContainText("ADÉBÁYỌ̀");
  expect(asked).toBeGreaterThan(before);

  // the next document never loads: the screen must be cleared without it. The page itself reports, since it is
  // navigating
  let cleared = false;
  await page.exposeFunction("tellCleared", () => void (cleared = true));
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (!document.documentElement.outerHTML.includes("ADÉBÁYỌ̀")) Reflect.get(window, "tellCleared")();
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await page.route(/\/login$/, () => undefined);
  await answerBy(page, (route) => route.fulfill({ status: 401, json: { code: "not_signed_in" } }));
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => cleared).toBe(true);
});

test("a withdrawal clears the page within a second of its event [T-51]", async ({ page }) => {
  await signInByApi(page, tola);
  const { person } = resultShapes;
  let tell: (() => void) | undefined;
  await page.route(/\/events$/, async (route) => {
    if (tell) return; // the first stream sends one event; the later ones stay silent
    await new Promise<void>((resolve) => (tell = resolve));
    const event = { type: "consent_changed", requestId: exampleRequestId };
    return route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(event)}\n\n` });
  });
  await answer(page, consentResponse(person, person.full));
  await page.clock.install();
  await open(page, person);
  await expect(record(page)).toContainText("ADÉBÁYỌ̀");
  await expect.poll(() => tell !== undefined).toBe(true);
  const terminated = consentResponse(person, null, { consent: "terminated", goneAt: null });
  const say = (route: Route) => route.fulfill({ json: terminated }).catch(() => undefined);
  const held: Route[] = [];
  let isSlow = true;
  await answerBy(page, async (route) => (isSlow ? void held.push(route) : say(route)));
  tell?.();
  await expect.poll(() => held.length, "it refetches at once").toBeGreaterThan(0);
  await page.clock.fastForward(1_000);
  await expect.poll(() => knows(page), "shows nothing while it waits").toBe(false);
  await expect(record(page)).toHaveCount(0);
  isSlow = false;
  for (const route of held) await say(route);
  await expect(gone(page)).toBeVisible();
  await expect(page.getByText("The person took their yes back")).toContainText("The charge is kept.");
});

test("a record is requested only once the page would receive its withdrawal [T-48]", async ({ page }) => {
  await signInByApi(page, tola);
  const { person } = resultShapes;
  const said: string[] = [];
  let letIn: (() => void) | undefined;
  await page.route(/\/events$/, async (route) => {
    if (letIn) return; // the later streams stay silent
    await new Promise<void>((resolve) => (letIn = resolve));
    said.push("stream");
    return route.fulfill({ contentType: "text/event-stream", body: ": open\n\n" });
  });
  await answerBy(page, (route) => {
    said.push("record");
    return route.fulfill({ json: consentResponse(person, person.full) });
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000); // only the stream, and no timeout, lets the page request
  await open(page, person);
  await expect.poll(() => letIn !== undefined).toBe(true);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(said).toEqual([]);
  letIn?.();
  await expect.poll(() => said).toContain("record");
  expect(said.slice(0, 2)).toEqual(["stream", "record"]);
});

test("a result is saved as a PDF, the provider's report too, and errors are shown [RESULT-VIN-05]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/report\.pdf$/, 429);
  await signInByApi(page, tola);
  const { vehicle } = resultShapes;
  await answer(page, consentResponse(vehicle, vehicle.full));
  const pdf = (name: string) => (route: Route) =>
    route.fulfill({
      contentType: "application/pdf",
      headers: { "content-disposition": `attachment; filename="${name}"` },
      body: "%PDF-1.7",
    });
  await page.route(`**${downloads.report(exampleRequestId)}`, pdf("Idanimo-report-AB.pdf"));
  await page.route(`**${vehicle.full.pdfUri}`, pdf("Idanimo-source.pdf"));
  await open(page, vehicle);
  for (const [name, file] of [
    ["PDF of this result", "Idanimo-report-AB.pdf"],
    ["Full report (PDF)", "Idanimo-source.pdf"],
  ] as const) {
    const kept = page.waitForEvent("download");
    await page.getByRole("link", { name, exact: true }).click();
    expect((await kept).suggestedFilename()).toBe(file);
  }
  await page.route(`**${downloads.report(exampleRequestId)}`, (route) =>
    route.fulfill({ status: 429, json: { code: "too_many_requests", message: "That was too often." } }),
  );
  await page.getByRole("link", { name: "PDF of this result", exact: true }).click();
  await expect(page.getByText("The file could not be saved. That was too often.")).toBeVisible();
  await page.getByText("Is it genuine?").click();
  await expect(page.getByRole("link", { name: "our page for reports" })).toHaveAttribute("href", "/verify");
  await expectNoAxeViolations(page);
});

test("a result page sends nothing to other sites before a click [T-56 RESULT-COMMON-08]", async ({ page }) => {
  await signInByApi(page, tola);
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(request.url()));
  const banner = {
    id: "one",
    name: "Ada Motors",
    title: "Cars",
    text: "Cars.",
    action: "Look",
    address: "https://ads.example.com/",
  };
  await page.route(`**${sponsors.path}`, (route) => route.fulfill({ json: { sponsors: [banner] } }));
  for (const name of resultShapeNames)
    await test.step(name, async () => {
      const shape = resultShapes[name];
      await answer(page, consentResponse(shape, shape.full));
      await open(page, shape);
      await expect(page.getByRole("complementary", { name: "Advertisement" })).toBeVisible();
      const links = () =>
        page.evaluate(() =>
          [...document.links, ...document.querySelectorAll<HTMLLinkElement>("link[href]")]
            .filter(({ href }) => new URL(href).origin !== location.origin)
            .map(({ href, rel }) => ({ href, rel })),
        );
      expect(await links()).toEqual([]);
      await page.getByRole("button", { name: "Look" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      const reported = await links();
      expect(reported).toHaveLength(1);
      expect(reported[0]?.href).toBe(banner.address);
      expect(reported[0]?.rel).toMatch(/noreferrer noopener/);
    });
  const foreign = asked.filter((address) => /^https?:/.test(address) && !address.startsWith(origins.product));
  expect(foreign).toEqual([]);
});
