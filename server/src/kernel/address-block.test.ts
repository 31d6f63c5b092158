import { describe, expect, test } from "vitest";
import { addressBlock } from "./address-block.ts";

describe("addressBlock [TM-17]", () => {
  test.each([
    ["102.89.34.17", "102.89.34.0/24"],
    ["::ffff:102.89.34.17", "102.89.34.0/24"],
    ["2c0f:f5c0:0012:8000::1", "2c0f:f5c0:12::/48"],
    ["::1", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ["not an address", null],
  ])("of %s is %s", (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});
