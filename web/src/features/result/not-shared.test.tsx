import { personGroups } from "@idanimo/contract/checks/person/view";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NotShared, RecordSections } from "./RecordLayout.tsx";
import { exampleRequest } from "./testing/example-request.ts";

const notShared = (withheld: readonly RecordPart[]) =>
  renderToStaticMarkup(<NotShared request={exampleRequest({ withheld: [...withheld] })} />).replace(/<[^>]+>/g, "");

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
  expect(titles).toEqual(["Personal details", "Contact", "Work and education"]);
  expect(labels).toEqual([
    "First name",
    "Middle name",
    "Last name",
    "NIN",
    "Date of birth",
    "Gender",
    "Phone",
    "Email",
    "Profession",
    "Employment",
    "Education",
  ]);
  expect(html).not.toContain("Not shared");
});

test("folds a group without any value and keeps its labels in it [RESULT-COMMON-04]", () => {
  const html = renderToStaticMarkup(<RecordSections record={{ firstName: "Ada" }} groups={personGroups} />);
  const folded = [...html.matchAll(/<details.*?<\/details>/g)].join("");
  expect(folded).toContain("Home address");
  expect(folded).not.toContain("First name");
  const notLoaded = renderToStaticMarkup(<RecordSections record={undefined} groups={personGroups} />);
  expect(notLoaded).not.toContain("<details");
});
