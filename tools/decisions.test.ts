import { describe, expect, test } from "vitest";
import { projectFiles, readProjectFile } from "./shared/project.ts";

const folder = "docs/decisions/";
const records = projectFiles()
  .filter((path) => path.startsWith(folder) && !path.endsWith("/README.md"))
  .map((path) => path.slice(folder.length));

describe("the decision records", () => {
  test("are listed once each on their page", () => {
    const listed = [...readProjectFile(`${folder}README.md`).matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)].map(
      ([, file]) => file,
    );
    expect(listed.toSorted()).toEqual(records.toSorted());
  });

  test("have a number of their own", () => {
    const numbers = records.map((file) => file.slice(0, 4));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});
