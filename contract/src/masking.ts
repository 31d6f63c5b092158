/** Pure masking functions, shared by server and web. */

/** How many characters at the end of a masked value stay readable. */
export const unmaskedLength = 2;

/** One `*` per hidden character; only the last two stay [O-26]. */
export function maskValue(value: string): string {
  const shown = [...value];
  return shown.map((letter, at) => (at < shown.length - unmaskedLength ? "*" : letter)).join("");
}

/** The first four characters and the last two stay, the middle is starred [OTP-04]. */
export function maskPhone(phone: string): string {
  const shown = [...phone];
  return shown.map((letter, at) => (at >= 4 && at < shown.length - 2 ? "*" : letter)).join("");
}
