import { namePartIds } from "@idanimo/contract/answers";
import { purposeCodes } from "@idanimo/contract/consent";
import { isAnswerType, type SearchType } from "@idanimo/contract/catalogue";
import { comparesName } from "@idanimo/contract/record-names";
import { allowedPurposes, disclosureForAnyPurpose, searchTypesWithParts } from "@idanimo/contract/record-parts";
import { describe, expect, test } from "vitest";
import { styleSheet } from "../../../pages/page.ts";
import type { Language } from "../../consent/index.ts";
import { renderLinkPage } from "./pages.ts";
import { pageCopy } from "./page-copy.ts";
import {
  allPages,
  codes,
  consentOf,
  disclosureOf,
  open,
  placeIn,
  textOf,
  typedValues,
  wordsIn,
} from "./testing/rendered-pages.ts";

describe("the pending page [T-46 CONSENT-02]", () => {
  const asked = codes.flatMap((code) => searchTypesWithParts.map((type) => ({ code, type })));
  const bureaus = ["crc", "firstCentral", "creditRegistry"];
  /** 80 characters. */
  const longName = "Oluwaseun-Adebayo International Properties, Facilities and Estate Agency Limited";
  const typedName = { firstname: "Oluwaseun", middlename: "Temitope Ayomide", lastname: "Okonkwo-Adeyemi" };
  /** Every kind of pending request with the most text: each purpose, the own record, and both kinds of requester. */
  const longestPages = (code: Language, type: SearchType) =>
    [...allowedPurposes(type), "self" as const].flatMap((purpose) =>
      [false, true].flatMap((isVerified) =>
        [0, 1000].flatMap((refused) => {
          const { userType, since } = consentOf(type).requester;
          const requester = { name: longName, userType, since, isVerified };
          const but = { requester, bureaus: type === "bvn" ? bureaus : [] };
          const consent =
            purpose === "self"
              ? consentOf(type, { ...but, isSelf: true, disclosure: disclosureForAnyPurpose(type) })
              : consentOf(type, { ...but, purpose });
          const facts = { requesterCounts: { refused, reported: refused } };
          const link = open(consent, facts, comparesName(type) ? typedName : undefined);
          const preview = {
            answer: type === "name_match" ? "near" : "unknown",
            differing: type === "name_match" ? namePartIds : [],
          } as const;
          const previews = isAnswerType(type) ? [undefined, preview] : [undefined];
          return previews.map((preview) => renderLinkPage(placeIn(code), link, undefined, preview).draw(undefined));
        }),
      ),
    );

  test.each(asked)("has at most 90 words above the buttons: $type, $code", ({ code, type }) => {
    for (const page of longestPages(code, type)) {
      const above = wordsIn(textOf(page.slice(0, page.indexOf("<button"))));
      expect(above.length <= 90 ? "" : `${above.length}: ${above.join(" ")}`).toBe("");
      expect(above.length).toBeGreaterThan(40); // the text was found at all
    }
  });

  test.each(codes)("stays under 30 KB with its style sheet: %s", (code) => {
    const shared = Buffer.byteLength(styleSheet);
    for (const type of searchTypesWithParts)
      for (const page of longestPages(code, type)) expect(shared + Buffer.byteLength(page)).toBeLessThan(30_000);
  });

  test.each(codes)("ticks no box, and does not let the browser restore a tick: %s [CL-01]", (code) => {
    for (const type of searchTypesWithParts)
      for (const page of longestPages(code, type)) {
        expect(page).not.toMatch(/<input[^>]*\bchecked\b/);
        expect(page).toMatch(/<form [^>]*\/grant" autocomplete="off"/);
      }
  });

  test.each(codes)("says above the buttons that consent can be withdrawn, and how: %s", (code) => {
    for (const page of longestPages(code, "nin"))
      expect(page.slice(0, page.indexOf("<button"))).toContain(pageCopy[code].asking.withdraw.replaceAll("'", "&#39;"));
  });

  test("offers the parts of the purpose, and religion for a family matter alone [CL-06 CL-07]", () => {
    for (const purpose of purposeCodes) {
      const page = renderLinkPage(placeIn("en"), open(consentOf("nin", { purpose }))).draw(undefined);
      const boxes = [...page.matchAll(/name="part" value="(\w+)"/g)].map(([, part]) => part);
      expect(boxes).toEqual(disclosureOf("nin", purpose).optional);
      expect(boxes.includes("religion")).toBe(purpose === "family");
      expect(boxes).not.toContain("identity"); // required: text, not a choice
      // family is other people's data, and the page says so in its label, never beside another part
      const labels = page.split("<label").filter((label) => label.includes("(others&#39; data)"));
      expect(labels.map((label) => /value="(\w+)"/.exec(label)?.[1])).toEqual(
        boxes.includes("family") ? ["family"] : [],
      );
    }
  });

  test.each([
    { type: "name_match", question: "Is this your name?", values: [typedValues.name] },
    { type: "over_age", question: "Are you 21 or older?", values: ["21"] },
    { type: "phone_is_theirs", question: "Is this your phone number?", values: [typedValues.phone] },
    {
      type: "nin_and_bvn_one_person",
      question: "Do NIN *********67 and BVN *********21 both belong to you?",
      values: [typedValues.nin, typedValues.bvn],
    },
    {
      type: "score_band",
      question: "Is your credit score at Credit Registry at least 751?",
      values: [typedValues.atLeast, typedValues.bureau],
    },
  ] as const)("asks one question, and shows what was typed once: $type [AO-03]", ({ type, question, values }) => {
    const purpose = allowedPurposes(type)[0] ?? "other";
    const page = renderLinkPage(placeIn("en"), open(consentOf(type, { purpose }))).draw(undefined);
    const form = textOf(page.slice(0, page.indexOf("<button")));
    expect(form).toContain(question);
    for (const value of values) expect(form.split(value)).toHaveLength(2);
    for (const button of ["I consent", "I do not consent", "See the answer first"]) expect(page).toContain(button);
    expect(page).toContain("/consent/t/report");
  });

  test("has no second list if nothing is optional", () => {
    const disclosure = { required: ["identity"], optional: [] } as const;
    const page = renderLinkPage(placeIn("en"), open(consentOf("nin", { disclosure }))).draw(undefined);
    expect(page).not.toMatch(/You may also show|<fieldset|type="checkbox"/);
    expect(page).toContain("They will see");
  });

  test.each([
    { type: "nin", purpose: "tenancy", asked: [], title: "An unverified account asks for your identity record" },
    { type: "phone", purpose: "tenancy", asked: [], title: "An unverified account asks for your identity record" },
    {
      type: "phone",
      purpose: "credit",
      asked: [],
      title: "An unverified account asks for your identity and BVN records",
    },
    {
      type: "bvn",
      purpose: "credit",
      asked: ["crc"],
      title: "An unverified account asks for your credit record at 1 bureau",
    },
    {
      type: "bvn",
      purpose: "credit",
      asked: bureaus,
      title: "An unverified account asks for your credit record at 3 bureaus",
    },
  ] as const)("names what is asked for: $type, $purpose, $asked", ({ type, purpose, asked, title }) => {
    const page = renderLinkPage(placeIn("en"), open(consentOf(type, { purpose, bureaus: asked }))).draw(undefined);
    expect(/<h1>(.*)<\/h1>/.exec(page)?.[1]).toBe(title);
    const names = /<dt>Bureaus<\/dt>\s*<dd>(.*)<\/dd>/.exec(page)?.[1];
    expect(names).toBe(
      asked.length === 0 ? undefined : asked.length === 1 ? "CRC" : "First Central, CRC, Credit Registry",
    );
  });

  test('shows both answers as equal buttons below the facts; "wrong person" is red [T-46]', () => {
    const page = allPages("en")["asking"] ?? "";
    const answers = /<div class="answers">([^]*?)<\/div>/.exec(page)?.[1] ?? "";
    const pressed = [...answers.matchAll(/<button( formaction="[^"]*")?>([^<]*)/g)].map(([, where, label]) => [
      label,
      where,
    ]);
    expect(pressed).toEqual([
      ["I consent", undefined],
      ["I do not consent", ' formaction="/consent/t/deny"'],
    ]);
    expect(allPages("en")["self"]).toMatch(/Yes, I asked<[^]*No, I did not ask</);
    expect(allPages("en")["wrong person asked"]).toMatch(/class="danger"/);
  });

  test("counts denials up to 999, and marks a registered company name with text and icon [T-46]", () => {
    const shown = (refused: number, isVerified: boolean) => {
      const { name, userType, since } = consentOf("nin").requester;
      const consent = consentOf("nin", { requester: { name, userType, since, isVerified } });
      return renderLinkPage(placeIn("en"), open(consent, { requesterCounts: { refused, reported: 1 } })).draw(
        undefined,
      );
    };
    expect(shown(999, false)).toContain("Refusals: 999. Reports: 1.");
    expect(shown(1000, false)).toContain("Refusals: 999+. Reports: 1.");
    expect(shown(0, true)).toMatch(/<svg[^]*Registered company name/);
    expect(shown(0, false)).toMatch(/<svg[^]*Name not checked/);
    expect(shown(0, false)).not.toMatch(/register/i);
    expect(shown(0, true)).toContain("<h1>A business with a registered name asks for your identity record</h1>");
  });
});
