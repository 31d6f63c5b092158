import { expect, test } from "vitest";
import { readEvent } from "./live.ts";

test("a message of the stream counts only when the contract knows it", () => {
  expect(readEvent('{"type":"item_closed","requestId":"r1"}')).toEqual({ type: "item_closed", requestId: "r1" });
  for (const text of ["", "null", "[]", '"text"', '{"type":1}', '{"type":"made_up"}', "{"])
    expect(readEvent(text)).toBeUndefined();
});
