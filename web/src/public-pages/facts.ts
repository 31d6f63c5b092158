import { retention } from "@idanimo/contract/expiry";

/** Facts that several public pages tell, in one wording. The numbers are the contract's own. */

const hours = (count: number) => (count % 24 === 0 && count > 48 ? `${count / 24} days` : `${count} hours`);

/** What is kept how long. Source: design 2, "Retention". */
export const keeping = [
  {
    what: "A person's record by NIN",
    howLong: `At most ${hours(retention.person.awaitingHours)} waiting for the person's answer, then ${hours(retention.person.afterGrantHours)} from the moment they agree.`,
  },
  {
    what: "A credit record by BVN, or a search by phone number",
    howLong: `At most ${hours(retention.financial.awaitingHours)} waiting for the answer; gone ${hours(retention.financial.afterCreationHours)} after the request was made.`,
  },
  {
    what: "A vehicle and its report",
    howLong: `${hours(retention.vehicle.afterCreationHours)}.`,
  },
  {
    what: "A company's registration",
    howLong: "It comes from a public register and does not expire.",
  },
] as const;

/** Which outcomes keep the charge and which give it back to the wallet. Source: design 2, "Purchase". */
export const charges = {
  kept: [
    "The record was found and opened",
    "No record exists for what was typed",
    "The person said no, or did not answer in 24 hours",
  ],
  refunded: [
    "The source failed or could not be reached",
    "The record holds no way to ask the person",
    "The person is under 18",
    "The person has blocked questions",
  ],
} as const;
