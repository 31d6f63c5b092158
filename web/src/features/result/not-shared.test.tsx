import { personGroups } from "@idanimo/contract/checks/person/view";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NotShared, RecordSections } from "./RecordLayout.tsx";
import type { ResultRequest } from "./result-query.ts";

const request = (withheld: readonly RecordPart[]): ResultRequest => ({
  consent: "granted",
  searchType: "nin",
  searchValue: "70123456789",
  message: "View Result",
  error: null,
  outcome: "DELIVERED",
  createdAt: "2026-11-20T09:00:00.000Z",
  decidedAt: "2026-11-20T10:42:00.000Z",
  decidedBy: "sms",
  deadline: null,
  goneAt: null,
  plateOwner: null,
  label: null,
  nameMatch: null,
  now: "2026-11-20T11:30:00.000Z",
  asked: [],
  guardian: null,
  source: null,
  purpose: "tenancy",
  requester: "Bright Homes Ltd",
  withheld: [...withheld],
  data: null,
  end: null,
  ownerEnd: null,
});
const notShared = (withheld: readonly RecordPart[]) =>
  renderToStaticMarkup(<NotShared request={request(withheld)} />).replace(/<[^>]+>/g, "");

test("lists the parts that were not granted once [CL-10]", () => {
  expect(notShared(["photo", "address"])).toBe("Not shared: their photo; their home address");
  expect(notShared([])).toBe("");
});

test("shows no row and no dash for a part that was not granted [CL-10]", () => {
  const withheld: readonly RecordPart[] = ["address", "religion", "personal_details", "family"];
  const html = renderToStaticMarkup(
    <RecordSections record={{ firstName: "Ada", phone: "08031122334" }} groups={personGroups} withheld={withheld} />,
  );
  const labels = [...html.matchAll(/<dt>(.*?)<\/dt>/g)].map((match) => match[1]);
  const titles = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map((match) => match[1]);
  expect(titles).toEqual(["Who they are", "Where to reach them", "Work and learning"]);
  expect(labels).toEqual([
    "First name",
    "Middle name",
    "Last name",
    "NIN",
    "Date of birth",
    "Gender",
    "Phone",
    "Mail",
    "Profession",
    "Employment",
    "Education",
  ]);
  expect(html).not.toContain("Not shared");
});
