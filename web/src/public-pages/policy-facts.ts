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
    howLong: `Up to ${formatHours(retention.person.awaitingHours)} while we wait for the person's reply, then ${formatHours(retention.person.afterGrantHours)} from the moment they agree.`,
  },
  {
    what: "A credit record by BVN, or a search by phone number",
    howLong: `Up to ${formatHours(retention.financial.awaitingHours)} while we wait for the reply. Deleted ${formatHours(retention.financial.afterCreationHours)} after the request was made.`,
  },
  {
    what: "A vehicle and its report",
    howLong: `${formatHours(retention.vehicle.afterCreationHours)}.`,
  },
  {
    what: "A company's registration",
    howLong: "Public record: doesn't expire.",
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
    what: "Who asked about you, under a code made from your phone number or email",
    howLong: `${serverRetention.askedAboutMonths} months. You can see the list in My data.`,
  },
  { what: "Who you have blocked", howLong: "Until you unblock them." },
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
    howLong: `${serverRetention.endedSignInDays} days after you signed out.`,
  },
  {
    what: "Browsers you have signed in from",
    howLong: `${serverRetention.knownBrowserDays} days after you last signed in.`,
  },
  {
    what: "Links we email you",
    howLong: `${resetLinkMinutes} minutes to set a new password, ${confirmLinkHours} hours to confirm your email.`,
  },
  { what: "Your list of notices", howLong: `${noticeRetentionDays} days.` },
  {
    what: "That an email or SMS was sent, and when",
    howLong: `${serverRetention.sentMessageMonths} months. The text is deleted as soon as it is sent.`,
  },
] as const;

/** Outcomes that retain the charge and outcomes that refund it to the wallet. */
export const chargeOutcomes = {
  kept: [
    "The record was found and opened",
    "There is no record for the number or name you entered",
    "The person refused, or did not reply in 24 hours",
  ],
  refunded: [
    "The source failed or was unavailable",
    "The record has no phone number or email to reach the person",
    "The person is under 18",
    "The person has blocked requests",
  ],
} as const;

/** Prices at the opening; the server replaces them with the current ones. */
export const defaultAmounts = publicPriceTexts((item) => chargeFor(openingPrices[item], openingRate, "NGN"));

const processorDescriptions = {
  payments: ["Our payment provider", "your name, email and the amount; only they see your card"],
  people: ["The source of people's records", "the NIN, BVN or phone number to look up"],
  companies: ["The source of company records", "the registration number or name to look up"],
  bureaus: ["The credit bureaus you choose", "the BVN to look up"],
  vehicles: ["The source of vehicle records", "the VIN or registration number to look up"],
  sms: ["Our SMS provider", "the phone number and the text of the message"],
  mail: ["Our email provider", "the email address and the text of the message"],
  networkAddresses: ["A service that finds the country of an IP address", "the IP address you sign in from"],
  hosting: ["Our hosting provider", "all data, encrypted as described below"],
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
      why: "Recognises this browser, so that a stranger guessing your password cannot lock you out, and so that we can warn you of a sign-in from a new browser.",
      until: `${serverRetention.knownBrowserDays} days.`,
    },
    {
      names: ["__Host-idanimo-ticket"],
      why: "Remembers you between the password and the second step.",
      until: `${secondFactorMinutes} minutes.`,
    },
    {
      names: ["__Host-idanimo-reset"],
      why: "Remembers you while you set a new password from our email.",
      until: `${resetLinkMinutes} minutes.`,
    },
    {
      names: ["__Host-idanimo-nonce", "__Host-idanimo-google", "__Host-idanimo-facebook"],
      why: "Make sure that a reply from Google or Facebook is meant for you. Only on the sign-in pages.",
      until: `${serverRetention.elsewhereNonceHours} hours; ${serverRetention.elsewhereFlowMinutes} minutes after you press their button.`,
    },
    {
      names: ["__Host-idanimo-subject"],
      why: "Keeps you signed in to My data after you confirm your phone number or email. Only on those pages.",
      until: `${serverRetention.myDataMinutes} minutes.`,
    },
    {
      names: ["sharedComputer"],
      why: "Remembers that this is a shared computer, only if you ticked that. You are then signed out sooner, and nothing else is kept here.",
      until: "You sign out or close the browser.",
    },
    {
      names: ["theme"],
      why: "Light or dark theme, for pages that work without JavaScript. Only if you chose one.",
      until: "You sign out.",
    },
    {
      names: ["rememberedEmail"],
      why: "Fills in your email, only if you ticked “Remember me”.",
      until: `${rememberedEmailDays} days.`,
    },
  ],
  storage: [
    { names: ["theme"], why: "Light or dark.", until: "You sign out." },
    {
      names: ["CLICK_ID"],
      why: "A code from the link that brought you here, if it had one.",
      until: "You sign out.",
    },
    {
      names: ["root", "activity"],
      why: "Your name and picture for the top bar, and when you were last active.",
      until: "You sign out.",
    },
    {
      names: ["currencyCheck", "paymentType", "sessionCode"],
      why: "The currency and payment method you chose, and the purchase open in this tab.",
      until: "You sign out or close the tab.",
    },
    {
      names: ["organisation", "organisationLost"],
      why: "The organisation you are using in this tab, if any, and that you left it.",
      until: "You sign out or close the tab.",
    },
    {
      names: ["testMode"],
      why: "That this tab is in test mode, only if you turned it on.",
      until: "You turn it off, sign out or close the tab.",
    },
    {
      names: ["invitation"],
      why: "The invitation to an organisation that you opened, so that you can sign in and then join.",
      until: "You join, dismiss it or close the tab.",
    },
    {
      names: ["leftAt"],
      why: "When you last left one of our pages, only on a shared computer, so that closed pages cannot be reopened by someone else.",
      until: "You close the tab.",
    },
    {
      names: ["hiddenColumns", "slashKey"],
      why: "Which columns of your history you hid, and whether the / key opens its search.",
      until: "You sign out.",
    },
    {
      names: ["scrolls"],
      why: "How far you scrolled on each page in this tab, so that going back finds your place.",
      until: "You close the tab.",
    },
    {
      names: ["letInBy"],
      why: "That you just signed in with Google or Facebook, so that we can show it.",
      until: "The next page, a moment later.",
    },
    {
      names: ["signedOut"],
      why: "Why you were signed out, and your email so that you can sign in again. No email on a shared computer.",
      until: "The next page, a moment later.",
    },
    {
      names: ["formData", "businessFormData"],
      why: "What you entered to sign up, without passwords and identity numbers.",
      until: "30 minutes, or you finish signing up.",
    },
    {
      names: ["clientToken", "quietNotices", "pushAsked"],
      why: "Whether this device gets notifications, with or without sound.",
      until: "You sign out.",
    },
    { names: ["IpAddress"], why: "The IP address you signed in from.", until: "You sign out." },
  ],
} as const;
