import { brand } from "@idanimo/contract/brand";
import { codeLifetimeMinutes, confirmLinkHours, resetLinkMinutes } from "@idanimo/contract/limits";
import { formatMoney, type Money } from "@idanimo/contract/money";
import { button, facts, link, composeMail, type MailContent, paragraph, strong } from "./mail-blocks.ts";
import { sanitiseForMail } from "./sanitise-text.ts";

/**
 * Message templates. Pure functions that return plain text: no markup, no link except our own, no identity number,
 * and no personal value in a subject, because locked screens show subjects. User-typed values are sanitised first.
 * [T-54 T-71]
 */

const productName = brand.name;

/** Version of the consent copy, stored as evidence with the consent. Change it together with the copy. */
export const consentTextVersion = "2026-11-27.2";

const formatMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;

/** The sentences around a code. */
export const codeSentence = [
  `Your ${productName} code is `,
  `. It ends in ${formatMinutes(codeLifetimeMinutes)}. We never ask for it by phone.`,
] as const;

/**
 * The account activation codes, one per channel. The last line of the SMS lets browsers offer the code on our own
 * pages only.
 * @param host our host name in the browser
 */
export function accountCodeMessage(
  codes: { readonly mail: string; readonly sms: string },
  host: string,
): { readonly sms: string; readonly mail: MailContent } {
  const [before, after] = codeSentence;
  return {
    sms: `${before}${codes.sms}${after}\n\n@${host} #${codes.sms}`,
    mail: composeMail(
      `Your ${productName} code`,
      paragraph(before, strong(codes.mail), after),
      "Type it on the page where you signed up. If you did not sign up, you need not do anything.",
    ),
  };
}

/** Sent to the email address of an account that was activated by SMS. [T-15] */
export function emailConfirmMessage(links: { readonly confirm: string; readonly newPassword: string }): MailContent {
  return composeMail(
    "Confirm your email address",
    `An ${productName} account was opened with this email address. Until the address is confirmed, the account cannot pay or look anybody up.`,
    button("Confirm your email address", links.confirm, `within ${confirmLinkHours} hours`),
    paragraph(
      "If you did not open it, do not confirm. You can take the account over, and end everything another person did with it, by choosing a new password: ",
      link(links.newPassword),
    ),
  );
}

export function passwordResetMessage(address: string): MailContent {
  return composeMail(
    "Choose a new password",
    `We received a request for a new password for your ${productName} account.`,
    button("Choose a new password", address, `within ${formatMinutes(resetLinkMinutes)}`),
    "The link works once, and the newest one only. If you did not ask, you need not do anything: your password stays as it is.",
  );
}

/** Sent to the owner of an email address that was used for another sign-up. */
export function knownEmailMessage(links: { readonly signIn: string; readonly newPassword: string }): MailContent {
  return composeMail(
    `You already have an ${productName} account`,
    `Someone tried to open an ${productName} account with this email address. You already have one, so nothing was changed.`,
    button("Sign in", links.signIn),
    paragraph("If you forgot your password, choose a new one: ", link(links.newPassword)),
    "If this was not you, you need not do anything.",
  );
}

/** Tells the payer that an item's total was refunded to the wallet. */
export function refundMessage(refund: {
  readonly searchLabel: string;
  readonly amount: Money;
  readonly reference: string;
}): MailContent {
  return composeMail(
    "A refund has been initiated",
    `We could not complete your ${sanitiseForMail(refund.searchLabel, 60)} request ${sanitiseForMail(refund.reference, 30)}.`,
    `${formatMoney(refund.amount)} went back to your wallet. You need not do anything.`,
  );
}

/** Copy of changes to sign-in methods, keyed by their audit action. */
const signInChangeCopy = {
  password_changed: [
    "Your password was changed",
    "Your account has a new password. It was signed out on every other device.",
  ],
  totp_on: ["Your authenticator is on", "Signing in now asks for a code of your authenticator after the first step."],
  totp_off: ["Your authenticator was turned off", "Signing in does not ask for a code of your authenticator any more."],
  recovery_codes_renewed: ["You have new recovery codes", "The recovery codes you had before do not work any more."],
  recovery_code_used: ["A recovery code was used", "One of your recovery codes was used. It does not work again."],
  passkey_added: ["A passkey was added", "A new passkey can sign in to your account from now on."],
  passkey_removed: ["A passkey was removed", "One of your passkeys cannot sign in to your account any more."],
  google_joined: [
    "Google can sign you in now",
    "A Google account with your mail address can sign in to your account from now on.",
  ],
  facebook_joined: [
    "Facebook can sign you in now",
    "A Facebook account with your mail address can sign in to your account from now on.",
  ],
  codes_guessed: [
    "Someone could not finish signing in",
    "Someone passed the first step of signing in to your account, but entered five wrong codes. They were not signed in.",
  ],
} as const;
export type SignInChange = keyof typeof signInChangeCopy;

/**
 * Notifies an account's owner that a sign-in method was added, removed or attempted, so that an attacker is
 * noticed.
 */
export function signInChangeMessage(
  change: SignInChange,
  links: { readonly security: string; readonly newPassword: string },
): MailContent {
  const [subject, what] = signInChangeCopy[change];
  return composeMail(
    subject,
    what,
    paragraph(
      "If this was you, you need not do anything. See how your account can be signed in to: ",
      link(links.security),
    ),
    "If this was not you:",
    button("Choose a new password now", links.newPassword),
  );
}

/** The last email to a closed account. @param balanceOutcome what happened to the balance */
export function accountClosedMessage(balanceOutcome: "none" | "give_up" | "bank"): MailContent {
  const balance = {
    none: "Its wallets were empty.",
    give_up: "The balance of its wallets was given up, as you chose.",
    bank: "The balance of its wallets goes to the bank account you named, usually within seven days.",
  } as const;
  return composeMail(
    "Your account was closed",
    `Your ${productName} account was closed and can no longer be signed in to. ${balance[balanceOutcome]}`,
    "Your name, your contact, your results and your files are deleted. What the law makes us keep, such as payments, stays without your name.",
    "You may sign up again with this mail address at any time; it will be a new account. If it was not you who closed the account, tell us: answer this mail.",
  );
}

export type ReceiptFacts = {
  /** The receipt's reference. */
  readonly reference: string;
  readonly amount: string;
  /** Formatted date and time. */
  readonly at: string;
  /** URL of the receipt's PDF. */
  readonly link: string;
} & (
  | { readonly kind: "top_up"; /** The wallet's balance after the top-up. */ readonly balance: string }
  | { readonly kind: "purchase"; /** Labels of the search types. */ readonly what: string }
);

/** The receipt of a top-up or purchase. */
export function receiptMessage(receipt: ReceiptFacts): MailContent {
  const own = [
    ["Reference", receipt.reference],
    ["Date", receipt.at],
  ] as const;
  const pdf = button("Open your receipt as PDF", receipt.link, "when you are signed in");
  return receipt.kind === "top_up"
    ? composeMail(
        "Your wallet was topped up",
        `${receipt.amount} was added to your wallet.`,
        facts(...own, ["Your wallet now holds", receipt.balance]),
        pdf,
      )
    : composeMail(
        "Your payment was received",
        `You paid ${receipt.amount}. Thank you.`,
        facts(...own, ["For", receipt.what]),
        pdf,
      );
}
