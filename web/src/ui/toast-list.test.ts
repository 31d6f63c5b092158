import { expect, test } from "vitest";
import { type Shown, withMessage } from "./toast-list.ts";

const said = (id: number, text: string, more: Partial<Shown> = {}): Shown => ({ id, text, tone: "success", ...more });

test("the same words stand once at the edge of the screen, with what can be done about them; three at most (PUSH-02)", () => {
  const action = { label: "Read", onPress: () => undefined };
  const once = [said(1, "A file is done")];
  expect(withMessage(once, said(2, "A file is done", { action }))).toEqual([said(2, "A file is done", { action })]);
  expect(withMessage([said(1, "Done", { action })], said(2, "Done"))).toEqual([said(2, "Done", { action })]);
  const many = [1, 2, 3].map((id) => said(id, `${id}`));
  expect(withMessage(many, said(4, "4")).map(({ id }) => id)).toEqual([2, 3, 4]);
});
