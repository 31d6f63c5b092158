import { brand } from "@idanimo/contract/brand";
import { codeLifetimeMinutes, confirmLinkHours, resetLinkMinutes } from "@idanimo/contract/limits";
import type { NoticeKind } from "@idanimo/contract/notices";
import { formatMoney, type Money } from "@idanimo/contract/money";
import { closingDays } from "@idanimo/contract/organisations/closing";
import { invitationDays } from "@idanimo/contract/organisations/limits";
import { button, facts, link, composeMail, type MailContent, paragraph, strong } from "./mail-blocks.ts";
import { noticeText } from "./notice-copy.ts";
import { sanitiseForMail } from "./sanitise-text.ts";

/**
 * Message templates. Pure functions that return plain text: no markup, no link except our own, no identity number,
 * and no personal value in a subject, because locked screens show subjects. User-typed values are sanitised first.
 * [T-54 T-71]
 */

const productName = brand.name;

/** Version of the consent copy, stored as evidence with the consent. Change it together with the copy. */
export const consentTextVersion = "2026-11-28.2";

const formatMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;

/** The sentences around a code. */
export const codeSentence = [
  `Your ${productName} code is `,
  `. It expires in ${formatMinutes(codeLifetimeMinutes)}. Never share it.`,
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
      "Enter it on the page where you signed up. If you did not sign up, ignore this email.",
    ),
  };
}

/** Sent to the email address of an account that was activated by SMS. [T-15] */
export function emailConfirmMessage(links: { readonly confirm: string; readonly newPassword: string }): MailContent {
  return composeMail(
    "Confirm your email address",
    `An ${productName} account was created with this email. You can't pay or run checks until you confirm it.`,
    button("Confirm your email address", links.confirm, `within ${confirmLinkHours} hours`),
    paragraph(
      "If you did not create it, don't confirm. Set a new password to take over the account and cancel everything someone else did with it: ",
      link(links.newPassword),
    ),
  );
}

/** Asks a member to approve a colleague's check. Names were typed by users; the link opens the sign-in. [TM-08] */
export function approvalRequestedMessage(request: {
  readonly organisation: string;
  readonly who: string;
  readonly what: string;
  readonly amount: string;
  readonly link: string;
}): MailContent {
  const who = sanitiseForMail(request.who, 60);
  return composeMail(
    "A check needs your approval",
    `${who} asks you to approve a check on ${productName}. Nothing is charged and no one is contacted until you do.`,
    facts(
      ["Organisation", sanitiseForMail(request.organisation, 80)],
      ["Check", request.what],
      ["Price", request.amount],
    ),
    button("See the request", request.link),
  );
}

export function passwordResetMessage(address: string): MailContent {
  return composeMail(
    "Set a new password",
    `We received a request to reset the password of your ${productName} account.`,
    button("Set a new password", address, `within ${formatMinutes(resetLinkMinutes)}`),
    "The link works once, and only the latest link works. If you did not ask, ignore this email. Your password stays the same.",
  );
}

/** Sent to the owner of an email address that was used for another sign-up. */
export function knownEmailMessage(links: { readonly signIn: string; readonly newPassword: string }): MailContent {
  return composeMail(
    `You already have an ${productName} account`,
    `Someone tried to create an ${productName} account with this email. You already have one, so nothing was changed.`,
    button("Sign in", links.signIn),
    paragraph("If you forgot your password, set a new one: ", link(links.newPassword)),
    "If this wasn't you, ignore this email.",
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
    `${formatMoney(refund.amount)} was refunded to your wallet. You don't need to do anything.`,
  );
}

/** Copy of changes to sign-in methods, keyed by their audit action. */
const signInChangeCopy = {
  password_changed: [
    "Your password was changed",
    "Your account has a new password. You were signed out on all other devices.",
  ],
  totp_on: ["Your authenticator is on", "When you sign in, we now also ask for a code from your authenticator app."],
  totp_off: [
    "Your authenticator was turned off",
    "When you sign in, we no longer ask for a code from your authenticator app.",
  ],
  recovery_codes_renewed: ["You have new recovery codes", "Your old recovery codes no longer work."],
  recovery_code_used: ["A recovery code was used", "One of your recovery codes was used. It can't be used again."],
  passkey_added: ["A passkey was added", "You can now sign in with a new passkey."],
  passkey_removed: ["A passkey was removed", "One of your passkeys no longer works for your account."],
  google_joined: ["Sign-in with Google is on", "You can now sign in with the Google account that has your email."],
  facebook_joined: [
    "Sign-in with Facebook is on",
    "You can now sign in with the Facebook account that has your email.",
  ],
  sso_joined: [
    "Sign-in with your organisation is on",
    "You can now sign in with the account that your organisation gave you for this email.",
  ],
  codes_guessed: [
    "Failed sign-in to your account",
    "Someone passed the first step of the sign-in to your account, but entered five wrong codes. They were not signed in.",
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
    paragraph("If this was you, you don't need to do anything. See your sign-in methods: ", link(links.security)),
    "If this wasn't you:",
    button("Set a new password now", links.newPassword),
  );
}

/** The last email to a closed account. @param balanceOutcome what happened to the balance */
export function accountClosedMessage(balanceOutcome: "none" | "give_up" | "bank"): MailContent {
  const balance = {
    none: "Your wallets were empty.",
    give_up: "You gave up the balance of your wallets.",
    bank: "We are sending your balance to the bank account you gave, usually within seven days.",
  } as const;
  return composeMail(
    "Your account was closed",
    `Your ${productName} account is closed. You can no longer sign in to it. ${balance[balanceOutcome]}`,
    "We deleted your name, contacts, results and files. We keep what the law requires, such as payments, without your name.",
    "You can sign up again with this email at any time. It will be a new account. If you did not close the account, reply to this email.",
  );
}

const closingBalance = {
  none: "Its wallets are empty.",
  give_up: "The balance of its wallets is given up.",
  bank: "Its balance goes to the bank account that was given, usually within seven days.",
} as const;

/** Asks another owner to confirm that an organisation closes. Names were typed by users. [TM-16] */
export function organisationClosingMessage(asked: {
  readonly organisation: string;
  readonly who: string;
  readonly way: keyof typeof closingBalance;
  readonly link: string;
}): MailContent {
  const organisation = sanitiseForMail(asked.organisation, 80);
  return composeMail(
    "Confirm that your organisation closes",
    `${sanitiseForMail(asked.who, 60)} asks to close ${organisation} on ${productName}. It closes only if you or another owner confirms within ${closingDays} days. ${closingBalance[asked.way]}`,
    button("See the request", asked.link, `within ${closingDays} days`),
    "If you don't want this, reject it there. Until then nothing changes.",
  );
}

/** The last email about an organisation, to each of its owners. [TM-16] */
export function organisationClosedMessage(closed: {
  readonly organisation: string;
  readonly way: keyof typeof closingBalance;
}): MailContent {
  const organisation = sanitiseForMail(closed.organisation, 80);
  return composeMail(
    "Your organisation was closed",
    `${organisation} is closed on ${productName}. ${closingBalance[closed.way]}`,
    "We deleted its results, reports, files and rules. We keep what the law requires, such as payments.",
    "Your own account stays as it is. If you did not expect this, reply to this email.",
  );
}

/** Invites someone to an organisation. Its name and the inviter's were typed by users. [TM-01] */
export function invitationMessage(invitation: {
  readonly organisation: string;
  readonly inviter: string;
  /** Roles for a sentence: `Requester and Finance`. */
  readonly roles: string;
  readonly link: string;
}): MailContent {
  const organisation = sanitiseForMail(invitation.organisation, 80);
  return composeMail(
    `You are invited to join an organisation on ${productName}`,
    `${sanitiseForMail(invitation.inviter, 60)} invites you to join ${organisation} on ${productName}.`,
    facts(["Organisation", organisation], ["Your roles", sanitiseForMail(invitation.roles, 200)]),
    button("See the invitation", invitation.link, `within ${invitationDays} days`),
    "The link works once, and only with the account that has this email. If you don't know them, ignore this email.",
  );
}

/** Warns a member without activity; the organisation's name was typed by a user. [TM-14] */
export function idleMemberMessage(warning: {
  readonly organisation: string;
  /** Formatted day. */
  readonly on: string;
  readonly link: string;
}): MailContent {
  const organisation = sanitiseForMail(warning.organisation, 80);
  return composeMail(
    "Your membership will be suspended",
    `You have not used ${organisation} on ${productName} for a long time. Your membership is suspended on ${warning.on}, unless you use it before.`,
    button("Sign in", warning.link),
    "Your own account stays as it is. An owner or admin of the organisation can make you active again later.",
  );
}

/** Tells a person that their organisation's directory opened an account for them. [TM-12] */
export function directoryAccountMessage(account: {
  readonly organisation: string;
  readonly signIn: string;
  readonly setPassword: string;
  readonly terms: string;
}): MailContent {
  const organisation = sanitiseForMail(account.organisation, 80);
  return composeMail(
    `${productName}: an account for your work`,
    `${organisation} opened an account on ${productName} for you, with this email. It has no password.`,
    button("Sign in", account.signIn, "with your organisation's sign-in, if it has one"),
    paragraph("To sign in with a password, set one: ", link(account.setPassword)),
    paragraph("By signing in you accept our terms: ", link(account.terms)),
    "If you don't work there, ignore this email: nothing happens without you.",
  );
}

/** Tells an owner that a token of their directory expires. [TM-12] */
export function scimTokenEndingMessage(token: {
  readonly organisation: string;
  /** Formatted day. */
  readonly on: string;
  readonly link: string;
}): MailContent {
  const organisation = sanitiseForMail(token.organisation, 80);
  return composeMail(
    "A SCIM token expires soon",
    `A SCIM token of ${organisation} on ${productName} expires on ${token.on}. After that your directory can no longer add or suspend members.`,
    button("Create a new token", token.link),
    "Give the new token to your directory, then end the old one.",
  );
}

/** A notice by email, such as one about what our support did with an account. */
export function noticeMessage(
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
  address: string,
): MailContent {
  const cleaned = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sanitiseForMail(value, 200)]),
  );
  const { title, text } = noticeText(kind, cleaned);
  return composeMail(title, text, button("Open your account", address));
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
        facts(...own, ["New balance", receipt.balance]),
        pdf,
      )
    : composeMail(
        "Your payment was received",
        `You paid ${receipt.amount}. Thank you.`,
        facts(...own, ["For", receipt.what]),
        pdf,
      );
}
