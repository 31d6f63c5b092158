/**
 * Some numbers belong together, so that a person can be found by each of them: the phone `08031234567`, the BVN
 * `22231234567` and the NIN `98031234567` are one person. Every other number is a person of its own in every
 * register. The last four digits are the same in all three, and so is their behaviour.
 */

/** The first three digits of a mobile phone; its index in this list is the BVN's third digit. */
const networks = ["070", "071", "080", "081", "090", "091"];

type PersonNumbers = {
  readonly key: string;
  readonly nin: string;
  readonly bvn: string;
  /** Undefined if this person has no phone. */
  readonly phone: string | undefined;
};

export function numbersOf(number: string): PersonNumbers {
  const phone = phoneOfNumber(number);
  if (phone === undefined) return { key: number, nin: number, bvn: number, phone };
  const network = networks.indexOf(phone.slice(0, 3));
  return { key: phone, nin: `9${phone.slice(1)}`, bvn: `22${network}${phone.slice(3)}`, phone };
}

function phoneOfNumber(number: string): string | undefined {
  if (/^0[789][01]\d{8}$/.test(number)) return number;
  if (/^9[789][01]\d{8}$/.test(number)) return `0${number.slice(1)}`;
  const network = /^22\d{9}$/.test(number) ? networks[Number(number[2])] : undefined;
  return network && `${network}${number.slice(3)}`;
}
