import { expect, test } from "vitest";
import { replaceToast, type ShownToast } from "./toast-message.ts";

const toast = (id: number, text: string, more: Partial<ShownToast> = {}): ShownToast => ({
  id,
  text,
  tone: "success",
  ...more,
});

test("shows only the newest toast; a repeated one keeps its action [PUSH-02]", () => {
  const action = { label: "Read", onPress: () => undefined };
  const file = "A file is done";
  expect(replaceToast(undefined, toast(1, file))).toEqual(toast(1, file));
  expect(replaceToast(toast(1, file, { action }), toast(2, file))).toEqual(toast(2, file, { action }));
  expect(replaceToast(toast(1, file), toast(2, file, { action }))).toEqual(toast(2, file, { action }));
  expect(replaceToast(toast(1, file, { action }), toast(2, "Saved"))).toEqual(toast(2, "Saved"));
});
