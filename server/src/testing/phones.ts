import { randomInt } from "node:crypto";

/** A number of the mobile networks, in international form, from the last eight digits of another number. */
export const phoneOf = (number: string) => `+23480${number.slice(-8).replace(/^0/, "3")}`;

/** A mobile number in international form that no one else has, without an ending that the sandbox reserves. */
export const randomPhone = () => phoneOf(`${randomInt(1_000, 9_999)}${randomInt(1_000, 9_999)}`);

/** The same as people type it: 08031234567. */
export const randomLocalPhone = () => randomPhone().replace("+234", "0");
