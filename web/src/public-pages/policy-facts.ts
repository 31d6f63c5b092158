import { brand, type ProcessorKind } from "@idanimo/contract/brand";
import { retention } from "@idanimo/contract/request-status";
import {
  confirmLinkHours,
  noticeRetentionDays,
  rememberedEmailDays,
  resetLinkMinutes,
  secondFactorMinutes,
} from "@idanimo/contract/limits";
import { openingPrices, openingRate } from "@idanimo/contract/price-items";
import { chargeFor, publicPriceTexts } from "@idanimo/contract/pricing";

/**
 * Facts that several public pages state in one wording. The numbers come from the contract, or a test compares them
 * with the server's.
 */

const formatHours = (count: number) => (count % 24 === 0 && count > 48 ? `${count / 24} days` : `${count} hours`);

/** Retention of records. */
export const recordRetention = [
  {
    what: "A person's record by NIN",
    howLong: `At most ${formatHours(retention.person.awaitingHours)} waiting for the person's answer, then ${formatHours(retention.person.afterGrantHours)} from the moment they agree.`,
  },
  {
    what: "A credit record by BVN, or a search by phone number",
    howLong: `At most ${formatHours(retention.financial.awaitingHours)} waiting for the answer; gone ${formatHours(retention.financial.afterCreationHours)} after the request was made.`,
  },
  {
    what: "A vehicle and its report",
    howLong: `${formatHours(retention.vehicle.afterCreationHours)}.`,
  },
  {
    what: "A company's registration",
    howLong: "It comes from a public register and does not expire.",
  },
] as const;

/** Lifetimes that only the server's code defines; `policy-facts.test.ts` compares them with it. */
export const serverRetention = {
  signUpHours: 24,
  endedSignInDays: 30,
  sentMessageMonths: 12,
  knownBrowserDays: 400,
  idleMinutes: 11,
  longestSignInHours: 12,
  elsewhereNonceHours: 12,
  elsewhereFlowMinutes: 10,
  askedAboutMonths: 12,
  caseMonths: 12,
  myDataMinutes: 30,
} as const;

/** What is retained about a subject besides the record. */
export const subjectRetention = [
  {
    what: "Who asked about you, by a code made of your phone number or mail address",
    howLong: `${serverRetention.askedAboutMonths} months. You see the list under My data.`,
  },
  { what: "Whom you block", howLong: "Until you lift it." },
  {
    what: "What you write to us about your data, encrypted",
    howLong: `${serverRetention.caseMonths} months after our answer.`,
  },
] as const;

/** What is retained of an account and its activity. */
export const accountRetention = [
  { what: "A sign-up that was not finished", howLong: `${serverRetention.signUpHours} hours.` },
  { what: "Your account and your picture", howLong: "As long as you have the account." },
  {
    what: "Where and when you were signed in",
    howLong: `${serverRetention.endedSignInDays} days after that sign-in has ended.`,
  },
  {
    what: "Browsers you have signed in from",
    howLong: `${serverRetention.knownBrowserDays} days after you last did.`,
  },
  {
    what: "Links we mail you",
    howLong: `${resetLinkMinutes} minutes to set a new password, ${confirmLinkHours} hours to confirm your mail address.`,
  },
  { what: "Your list of notices", howLong: `${noticeRetentionDays} days.` },
  {
    what: "That a mail or SMS was sent, and when",
    howLong: `${serverRetention.sentMessageMonths} months. Its words are erased as soon as it has gone.`,
  },
] as const;

/** Outcomes that retain the charge and outcomes that refund it to the wallet. */
export const chargeOutcomes = {
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

/** Prices at the opening; the server replaces them with the current ones. */
export const defaultAmounts = publicPriceTexts((item) => chargeFor(openingPrices[item], openingRate, "NGN"));

const processorDescriptions = {
  payments: [
    "The company that takes your payment",
    "your name, mail address and the amount; your card goes to it alone",
  ],
  people: ["The source of people's records", "the NIN, BVN or phone number to look up"],
  companies: ["The source of company records", "the registration number or name to look up"],
  bureaus: ["The credit bureaus you choose", "the BVN to look up"],
  vehicles: ["The source of vehicle records", "the VIN or registration number to look up"],
  sms: ["The company that carries our SMS", "the phone number and the words of the message"],
  mail: ["The company that carries our mail", "the mail address and the words of the message"],
  networkAddresses: [
    "A service that knows in which country a network address is",
    "the network address you sign in from",
  ],
  hosting: ["The company whose computers we use", "all of it, encrypted where it is stored as described below"],
} as const satisfies Record<ProcessorKind, readonly [kind: string, receives: string]>;

/** Data recipients, by kind, and by name if the operator has set one. */
export const processors = Object.entries(processorDescriptions).map(([kind, [who, receives]]) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are defined a few lines above
  const name = brand.processors[kind as ProcessorKind];
  return { who: name ? `${who}: ${name}` : who, receives };
});

/**
 * Everything the browser stores: name, purpose, lifetime. `policy-facts.test.ts` compares the names with the code
 * that writes them.
 */
export const browserStorage = {
  cookies: [
    {
      names: ["__Host-idanimo"],
      why: "Keeps you signed in. No script can read it.",
      until: `You sign out, you are inactive for ${serverRetention.idleMinutes} minutes, or ${serverRetention.longestSignInHours} hours have passed.`,
    },
    {
      names: ["__Host-idanimo-device"],
      why: "Names this browser, so that a stranger who guesses at your password cannot lock you out, and so that we notify you of a sign-in from another one.",
      until: `${serverRetention.knownBrowserDays} days.`,
    },
    {
      names: ["__Host-idanimo-ticket"],
      why: "Holds your place between the password and the second step.",
      until: `${secondFactorMinutes} minutes.`,
    },
    {
      names: ["__Host-idanimo-reset"],
      why: "Holds your place while you set a new password from our mail.",
      until: `${resetLinkMinutes} minutes.`,
    },
    {
      names: ["__Host-idanimo-nonce", "__Host-idanimo-google", "__Host-idanimo-facebook"],
      why: "Make sure that an answer from Google or Facebook is an answer to you. Only on the sign-in pages.",
      until: `${serverRetention.elsewhereNonceHours} hours; ${serverRetention.elsewhereFlowMinutes} minutes once you have pressed their button.`,
    },
    {
      names: ["__Host-idanimo-subject"],
      why: "Lets you into My data, after you proved your phone number or mail address. Only on those pages.",
      until: `${serverRetention.myDataMinutes} minutes.`,
    },
    {
      names: ["sharedComputer"],
      why: "Says that others use this computer as well, only if you ticked that. You are then signed out sooner, and nothing else is kept here.",
      until: "You sign out or close the browser.",
    },
    {
      names: ["theme"],
      why: "Light or dark, for the pages that work without script. Only if you chose one.",
      until: "You sign out.",
    },
    {
      names: ["rememberedEmail"],
      why: "Fills in your mail address, only if you ticked “Remember me”.",
      until: `${rememberedEmailDays} days.`,
    },
  ],
  storage: [
    { names: ["theme"], why: "Light or dark.", until: "You sign out." },
    {
      names: ["CLICK_ID"],
      why: "A code from the link that brought you here, if it carried one.",
      until: "You sign out.",
    },
    {
      names: ["root", "activity"],
      why: "Your name and picture for the bar, and when you were last active.",
      until: "You sign out.",
    },
    {
      names: ["currencyCheck", "paymentType", "sessionCode"],
      why: "The currency and the way to pay you chose, and which purchase this tab is about.",
      until: "You sign out or close the tab.",
    },
    {
      names: ["leftAt"],
      why: "When you last left a page of ours, only on a shared computer: closed pages cannot be opened again by someone else.",
      until: "You close the tab.",
    },
    {
      names: ["hiddenColumns", "slashKey"],
      why: "Which columns of your history you hid, and whether a key goes to its search.",
      until: "You sign out.",
    },
    {
      names: ["scrolls"],
      why: "How far down each page of this tab was left, so that going back finds your place.",
      until: "You close the tab.",
    },
    {
      names: ["letInBy"],
      why: "That Google or Facebook has just signed you in, to tell you so.",
      until: "The next page, a moment later.",
    },
    {
      names: ["signedOut"],
      why: "Why you were signed out, and your email so that you can sign in again. Not the email on a shared computer.",
      until: "The next page, a moment later.",
    },
    {
      names: ["formData", "businessFormData"],
      why: "What you typed to sign up, without passwords and identity numbers.",
      until: "30 minutes, or until you are done.",
    },
    {
      names: ["clientToken", "quietNotices", "pushAsked"],
      why: "Whether this device gets notices, with or without a sound.",
      until: "You sign out.",
    },
    { names: ["IpAddress"], why: "The network address you signed in from.", until: "You sign out." },
  ],
} as const;
