import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NewsletterDialog } from "./NewsletterDialog.tsx";

test("the newsletter dialog requires an email address [LAND-11]", () => {
  const html = renderToStaticMarkup(<NewsletterDialog open onClose={() => undefined} />);
  expect(html).toMatch(/<input(?=[^>]* type="email")(?=[^>]* required="")/);
});

test("no page shows the newsletter dialog [LAND-10]", () => {
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const naming = files.filter((name) => readFileSync(`${folder}/${name}`, "utf8").includes("NewsletterDialog"));
  expect(naming.sort()).toEqual(["public-pages/NewsletterDialog.tsx", "public-pages/newsletter.test.tsx"]);
});
