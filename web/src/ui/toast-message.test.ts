import { expect, test } from "vitest";
import { replaceToast, type ShownToast } from "./toast-message.ts";

const said = (id: number, text: string, more: Partial<ShownToast> = {}): ShownToast => ({
  id,
  text,
  tone: "success",
  ...more,
});

test("shows only the newest toast; a repeated one keeps its action [PUSH-02]", () => {
  const action = { label: "Read", onPress: () => undefined };
  const file = "A file is done";
  expect(replaceToast(undefined, said(1, file))).toEqual(said(1, file));
  expect(replaceToast(said(1, file, { action }), said(2, file))).toEqual(said(2, file, { action }));
  expect(replaceToast(said(1, file), said(2, file, { action }))).toEqual(said(2, file, { action }));
  expect(replaceToast(said(1, file, { action }), said(2, "Saved"))).toEqual(said(2, "Saved"));
});
