import { downloads } from "@idanimo/contract/downloads";
import { sponsors } from "@idanimo/contract/sponsors";
import type { Route } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectNoAxeViolations, expectFitsWidth, setTheme } from "./support/appearance.ts";
import {
  recordPart,
  recordArticle,
  oopsDialog,
  noRecordText,
  mockResult,
  routeResult,
  openResultPage,
} from "./support/result-pages.ts";
import { consentResponse, resultShapeNames, resultShapes, exampleRequestId } from "./support/result-shapes.ts";
import { origins } from "./support/test-environment.ts";
import { expect, test } from "./support/test.ts";

const tola = makePerson("Tola");
// the service worker would fetch documents past the routes of these tests
test.use({ serviceWorkers: "block" });
test.beforeAll(() => createAccount(tola));

/** Expected texts by part of the page, for a full and a sparse record of each kind. */
const shown: Readonly<
  Record<string, Readonly<Record<"full" | "sparse", Readonly<Record<string, readonly string[]>>>>>
> = {
  person: {
    full: {
      "Personal details": ["TitleMr", "NIN701 2345 6789", "Date of birthMay 4, 1991", "GenderFemale", "Height167 cm"],
      Contact: ["Phone0803 112 2334", "Town-", "StateLagos"],
      "Work and education": ["ProfessionCivil engineer", "EmploymentSelf employed", "EducationTertiary"],
      Origin: ["Local government of birthIkeja", "State of originOgun"],
    },
    sparse: { "Personal details": ["First name-", "Middle name-", "Last nameADEBAYO", "Date of birthunknown"] },
  },
  "person, other spelling": {
    full: {
      "Personal details": ["Last nameƁALARABE", "Middle nameƙasim", "Date of birthMay 4, 1971", "Height180 cm"],
      "Next of kin": ["First nameAISHA", "Address, second lineFlat 2"],
      Parent: ["First nameUMAR"],
    },
    sparse: { "Personal details": ["Last nameBELLO", "Date of birth1980-13-45"] },
  },
  extension: {
    full: {
      "Phone verification": ["Verified", "ReferencePH-2b7e151628aed2a6abf7158809cf4f3c"],
      "BVN verification": ["Verified", "ReferenceBV-1"],
      "Next of kin": ["SurnameƁALARABE".replace("Surname", "Last name")],
      "BVN: who they are": ["BVN222 0001 0011", "NationalityNigeria"],
      "BVN: account and address": ["Registration dateNovember 15, 2014", "Second phone0701 111 2222"],
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
      Dimensions: ["Steering-", "Tires-", "Tank size-", "Wheel drive-", "Width-", "Highway mileage-"],
      Titles: ["February 11, 2004", "SALVAGE"],
      Liens: ["No Data"],
    },
    sparse: { Specification: ["Year2003", "Make-", "Msrp-"], History: ["No Data"] },
  },
  plate: {
    full: {
      "The vehicle": ["Registration numberLAG123AB", "Chassis numberJTDBR32E720012345", "DecisionVALID"],
      "The owner": ["First nameChinẹdu", "Local governmentSurulere", "StateLagos", "Phone0805 555 4444"],
      Stolen: ["This vehicle is in our database of stolen vehicles"],
      "Stolen reports": ["Ikeja Division", "March 2, 2026"],
    },
    sparse: {
      "The vehicle": ["Registration numberLAG123AB", "VIN-"],
      Stolen: ["Not checked"],
      "Stolen reports": ["No Data"],
    },
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
        await mockResult(page, consentResponse(shape, shape[state]));
        await openResultPage(page, shape);
        for (const [title, texts] of Object.entries(shown[name]?.[state] ?? {}))
          for (const text of texts) await expect(recordPart(page, title)).toContainText(text);
        await expect(recordArticle(page)).not.toContainText(/null|undefined|NaN|\[object/i);
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
  await mockResult(page, consentResponse(alternate, alternate.full));
  await openResultPage(page, alternate);
  for (const picture of await recordArticle(page).getByRole("img").all())
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64);
  await expect(recordArticle(page).getByRole("img")).toHaveCount(2);
  await mockResult(page, consentResponse(resultShapes.person, resultShapes.person.sparse));
  await openResultPage(page, resultShapes.person);
  await expect(recordArticle(page).getByRole("img", { name: "No photo in the record" })).toBeVisible();
  const stolen = page.getByText(/stolen/i);
  for (const [reported, words] of [
    [true, "This vehicle is in our database of stolen vehicles"],
    [false, "In our database of stolen vehicles: not found"],
  ] as const) {
    await mockResult(page, consentResponse(resultShapes.vehicle, { ...resultShapes.vehicle.full, stolen: reported }));
    await openResultPage(page, resultShapes.vehicle);
    await expect(page.getByText(words)).toBeVisible();
  }
  const preview = `data:image/png;base64,${resultShapes.person.full.photo}`;
  await mockResult(
    page,
    consentResponse(resultShapes.vehicle, { ...resultShapes.vehicle.full, stolen: null, previewImageURL: preview }),
  );
  await openResultPage(page, resultShapes.vehicle);
  await expect(recordPart(page, "Specification")).toBeVisible();
  await expect(stolen).toHaveText(["Stolen check"]);
  await expect(recordArticle(page).getByText("Not checked", { exact: true })).toBeVisible();
  await expect(recordArticle(page).getByRole("img", { name: "The vehicle, from the record" })).toBeVisible();
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
      await mockResult(page, consentResponse(shape, shape.empty));
      await openResultPage(page, shape);
      await expect(oopsDialog(page)).toContainText("Sorry, No record found");
      await oopsDialog(page).getByRole("button", { name: "Close" }).last().click();
      await expect(noRecordText(page)).toBeVisible();
    });
  await expectNoAxeViolations(page);
  await routeResult(page, refuse(404, "not_found", "No value present"));
  await page.reload();
  await expect(oopsDialog(page)).toContainText("No value present");
  await expect(noRecordText(page)).toBeVisible();
  await page.goto(resultShapes.vehicle.route);
  await expect(noRecordText(page)).toBeVisible();
  await expect(oopsDialog(page), "no request was made").toHaveCount(0);

  const logged: string[] = [];
  page.on("console", (message) => message.type() === "warning" && logged.push(message.text()));
  await routeResult(page, refuse(503, "unavailable", "We are very busy."));
  await openResultPage(page, resultShapes.vehicle);
  await expect(recordPart(page, "Specification")).toContainText("Vin-");
  expect(logged).toContain("The result could not be loaded: unavailable");
  await mockResult(page, consentResponse(resultShapes.vehicle, resultShapes.vehicle.full));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(recordPart(page, "Specification")).toContainText("1HGCM82633A007777");
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
    [{ consent: "terminated", outcome: "NO_CONTACT" }, "The money was refunded to your wallet."],
  ] as const) {
    await mockResult(page, consentResponse(shape, null, more));
    await page.goto(`/vehicle/${exampleRequestId}`);
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(page, "another kind's URL redirects").toHaveURL(/\/search-extension\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Extension Verification Result");
    await expect(recordArticle(page)).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/main-dashboard");
});

test("a result is saved as a PDF, the provider's report too, and errors are shown [RESULT-VIN-05]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/report\.pdf$/, 429);
  await signInByApi(page, tola);
  const { vehicle } = resultShapes;
  await mockResult(page, consentResponse(vehicle, vehicle.full));
  const pdf = (name: string) => (route: Route) =>
    route.fulfill({
      contentType: "application/pdf",
      headers: { "content-disposition": `attachment; filename="${name}"` },
      body: "%PDF-1.7",
    });
  await page.route(`**${downloads.report(exampleRequestId)}`, pdf("Idanimo-report-AB.pdf"));
  await page.route(`**${vehicle.full.pdfUri}`, pdf("Idanimo-source.pdf"));
  await openResultPage(page, vehicle);
  for (const [name, file] of [
    ["PDF of this result", "Idanimo-report-AB.pdf"],
    ["Full report (PDF)", "Idanimo-source.pdf"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name, exact: true }).click();
    expect((await download).suggestedFilename()).toBe(file);
  }
  await page.route(`**${downloads.report(exampleRequestId)}`, (route) =>
    route.fulfill({ status: 429, json: { code: "too_many_requests", message: "Too many attempts." } }),
  );
  await page.getByRole("link", { name: "PDF of this result", exact: true }).click();
  await expect(page.getByText("The file could not be saved. Too many attempts.")).toBeVisible();
  await page.getByText("Share proof").click();
  await expect(page.getByRole("link", { name: "our verification page" })).toHaveAttribute("href", "/verify");
  await expectNoAxeViolations(page);
});

test("a result page sends nothing to other sites before a click [T-56 RESULT-COMMON-08]", async ({ page }) => {
  await signInByApi(page, tola);
  const requests: string[] = [];
  page.context().on("request", (request) => requests.push(request.url()));
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
      await mockResult(page, consentResponse(shape, shape.full));
      await openResultPage(page, shape);
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
  const foreign = requests.filter((address) => /^https?:/.test(address) && !address.startsWith(origins.product));
  expect(foreign).toEqual([]);
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
    ["extension", ["contact", "bank"], "their phone number and email; their BVN record", /Email|BVN verification/],
    ["credit", ["contact"], "their phone number and email", /Phone|Email/],
  ] as const)
    await test.step(name, async () => {
      const shape = resultShapes[name];
      await mockResult(page, consentResponse(shape, shape.full, { requester, withheld }));
      await openResultPage(page, shape);
      const header = recordArticle(page).locator("header");
      for (const words of ["Renting a home", requester, /Access ends in \d+ h/])
        await expect(header.getByText(words)).toBeVisible();
      await expect(page.getByText("Not shared:")).toHaveCount(1);
      await expect(recordArticle(page)).toContainText(`Not shared: ${listed}`);
      for (const label of await recordArticle(page).getByRole("term").allInnerTexts())
        expect(label).not.toMatch(hidden);
      for (const title of await recordArticle(page).getByRole("heading").allInnerTexts())
        expect(title).not.toMatch(hidden);
      await expectFitsWidth(page);
    });
  await test.step("a vehicle has no purpose", async () => {
    const { vehicle } = resultShapes;
    await mockResult(page, consentResponse(vehicle, vehicle.full, { requester }));
    await openResultPage(page, vehicle);
    await expect(recordArticle(page).locator("header")).toContainText(requester);
    await expect(recordArticle(page).locator("header")).not.toContainText("Purpose");
  });
});
