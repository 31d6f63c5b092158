import { describe, expect, test } from "vitest";
import { expectedName, formatExpectedName } from "./expected-name.ts";

const read = (firstname: unknown, others: object = { lastname: "Obi" }) =>
  expectedName.safeParse({ firstname, ...others });

describe("expectedName", () => {
  test.each(["Adé", "Ọlá", "Ngọzị", "Ƙasimu", "O'Neil", "D’Souza", "Mary-Jane", "Oluwa Seun", "Ya'", "A", "Ẹniọlá"])(
    "accepts %s",
    (name) => {
      expect(read(name).success).toBe(true);
    },
  );

  test.each([
    "",
    "  ",
    "Ada2",
    "Ada.",
    "<b>Ada</b>",
    "https://x.ng",
    "Ада",
    "عادل",
    "-Ada",
    "Ada--Obi",
    "'",
    "a".repeat(61),
  ])("rejects '%s'", (name) => {
    expect(read(name).success).toBe(false);
  });

  test("accepts 60 characters, and decomposed marks", () => {
    expect(read("a".repeat(60)).success).toBe(true);
    expect(read("Ade\u0323\u0301").success).toBe(true);
  });

  test("removes invisible characters and outer spaces", () => {
    expect(read(" Ada\u200B ").data).toEqual({ firstname: "Ada", lastname: "Obi" });
  });

  test("requires a first and a last name, and no further member", () => {
    expect(read("Ada", {}).success).toBe(false);
    expect(read("Ada", { lastname: "Obi", middlename: "" }).success).toBe(false);
    expect(read("Ada", { lastname: "Obi", title: "Dr" }).success).toBe(false);
  });

  test("is written in natural order", () => {
    expect(formatExpectedName({ firstname: "Ada", lastname: "Obi" })).toBe("Ada Obi");
    expect(formatExpectedName({ firstname: "Ada", middlename: "Nkem", lastname: "Obi" })).toBe("Ada Nkem Obi");
  });
});
