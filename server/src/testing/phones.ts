import { randomInt } from "node:crypto";

/** A number of the mobile networks, in international form, from the last eight digits of another number. */
export const phoneOf = (number: string) => `+23480${number.slice(-8).replace(/^0/, "3")}`;

/** A mobile number in international form that no one else has. */
export const randomPhone = () => phoneOf(String(randomInt(10_000_000, 99_999_999)));

/** The same as people type it: 08031234567. */
export const randomLocalPhone = () => randomPhone().replace("+234", "0");
