import { brand } from "@idanimo/contract/brand";
import type { NoticeKind } from "@idanimo/contract/notices";
import { suspendedMay, suspendedMayNot } from "@idanimo/contract/texts";
import { type Placeholders, fillPlaceholders } from "@idanimo/contract/problems";

/**
 * The copy of notices. The list may name amounts, references and search types, never the subject. A push says less,
 * because it shows on locked screens and passes through third parties. [T-54 T-69 PUSH-01]
 */
const noticeCopy = {
  refund_initiated: {
    title: "A refund has been initiated",
    text: "{amount} for {what} ({reference}) was refunded to your wallet.",
    push: "You got a refund.",
  },
  payment_received: {
    title: "Money received",
    text: "{amount} is in your wallet. Reference: {reference}.",
    push: "Money was added to your wallet.",
  },
  late_payment_received: {
    title: "A late payment arrived",
    text: "Your payment {reference} came late: the purchase had expired or was already paid. {amount} is in your wallet.",
    push: "Money was added to your wallet.",
  },
  consent_granted: {
    title: "A request was granted",
    text: "The person agreed to your request {what} ({reference}). You can see the record now.",
    push: "A result is ready.",
  },
  consent_denied: {
    title: "A request was denied",
    text: "The person refused your request {what} ({reference}). This check isn't refundable.",
    push: "Your request was answered.",
  },
  result_ready: {
    title: "A result is ready",
    text: "The result of your request {what} ({reference}) is ready.",
    push: "You can see it now.",
  },
  request_ended: {
    title: "A request has ended",
    text: "Your request {what} ({reference}) has ended: {why}. This check isn't refundable.",
    push: "See what happened.",
  },
  free_request_ended: {
    title: "A request has ended",
    text: "Your request {what} ({reference}) has ended: {why}. You haven't been charged.",
    push: "See what happened.",
  },
  bulk_completed: {
    title: "Bulk verification completed",
    text: "All {lines} lines of your file ({reference}) are processed. See the results.",
    push: "Your file is processed.",
  },
  new_sign_in: {
    title: "New sign-in to your account",
    text: "Someone signed in on {device}. If this wasn't you, sign out that device in your profile and set a new password.",
    push: "If this wasn't you, set a new password.",
  },
  password_changed: {
    title: "Your password was changed",
    text: "You were signed out on all other devices. If this wasn't you, set a new password now.",
    push: "If this wasn't you, set a new password now.",
  },
  member_invited: {
    title: "A colleague was invited",
    text: "{by} invited someone to {organisation}. Their roles: {roles}.",
    push: "See who is in your organisation.",
  },
  member_joined: {
    title: "A new member joined",
    text: "{who} joined {organisation}. Their roles: {roles}.",
    push: "See who is in your organisation.",
  },
  member_removed: {
    title: "A member left",
    text: "{who} is no longer a member of {organisation}.",
    push: "See who is in your organisation.",
  },
  membership_ended: {
    title: "You were removed from an organisation",
    text: "You are no longer a member of {organisation}. Your own account stays as it is.",
    push: "Your own account stays as it is.",
  },
  member_suspended: {
    title: "Your membership is suspended",
    text: "You can't use {organisation} for now. Ask one of its owners or admins to reactivate you.",
    push: "See what happened.",
  },
  member_reactivated: {
    title: "Your membership is active again",
    text: "You can use {organisation} again.",
    push: "See what happened.",
  },
  role_changed: {
    title: "Your roles changed",
    text: "Your roles in {organisation} are now: {roles}.",
    push: "See what changed.",
  },
  records_opened_to_member: {
    title: "A member can open everyone's results",
    text: "{who} can now open the results of all checks of {organisation}. If this is wrong, change their roles.",
    push: "Check the roles in your organisation.",
  },
  directory_added_member: {
    title: "You were added to an organisation",
    text: "{organisation} added you as a member through its directory. Your roles: {roles}. Your own account stays yours.",
    push: "See what changed.",
  },
  scim_token_ending: {
    title: "A SCIM token expires soon",
    text: "A SCIM token of {organisation} expires on {on}. Create a new one and give it to your directory before, or members are no longer kept up to date.",
    push: "Your directory needs a new token.",
  },
  key_network_new: {
    title: "An API key was used from a new network",
    text: "The key {key} was used from {network} for the first time. If this is not your system, end the key now.",
    push: "An API key was used from a new network.",
  },
  key_address_refused: {
    title: "A call with an API key was rejected",
    text: "The key {key} was used from {network}, which is not in its list of addresses. If this is not your system, end the key now.",
    push: "Check the API keys of your organisation.",
  },
  key_leaked: {
    title: "An API key was published and has ended",
    text: "The key {key} was found in public or in an address, so it no longer works. Create a new one for your system.",
    push: "An API key of your organisation has ended.",
  },
  key_ending: {
    title: "An API key expires soon",
    text: "The key {key} expires on {on}. Create a new one for your system before.",
    push: "Your system needs a new API key.",
  },
  key_transferred: {
    title: "An API key was given to another member",
    text: "{who} gave the key {key} of {organisation} to {member}. It now works with the roles of {member}.",
    push: "An API key of your organisation has a new member.",
  },
  webhook_disabled: {
    title: "A webhook endpoint was disabled",
    text: "We disabled the webhook endpoint {host} of {organisation}, because {why}. Fix it, enable it and send the failed events again.",
    push: "A webhook endpoint was disabled.",
  },
  sso_changed: {
    title: "Single sign-on changed",
    text: "A colleague changed the single sign-on of {organisation}. If this is wrong, check its settings now.",
    push: "Check the settings of your organisation.",
  },
  sso_exemption_used: {
    title: "An owner signed in with a passkey",
    text: "{who} signed in without the single sign-on of {organisation}. If this is wrong, check its settings now.",
    push: "Check the settings of your organisation.",
  },
  approval_requested: {
    title: "A check needs your approval",
    text: "{who} asks you to approve {what} for {amount}. Nothing is charged until you do.",
    push: "A colleague asks for your approval.",
  },
  approval_decided: {
    title: "Your request for approval was decided",
    text: "Your check for {amount} {outcome}.",
    push: "See what your colleague decided.",
  },
  organisation_closing: {
    title: "Your organisation is to be closed",
    text: "{who} asks to close {organisation}. It closes if another owner confirms within 7 days. You can confirm or reject it in its settings.",
    push: "An owner asks to close your organisation.",
  },
  organisation_stays_open: {
    title: "Your organisation stays open",
    text: "{organisation} was not closed: {why}.",
    push: "The request to close it has ended.",
  },
  organisation_closed: {
    title: "An organisation was closed",
    text: "{organisation} was closed by its owners. You can no longer use its checks and wallet. Your own account stays as it is.",
    push: "Your own account stays as it is.",
  },
  support_viewed: {
    title: "Our support looked at your account",
    text: "Our support looked at your account: {reason}.",
    push: "Our support looked at your account.",
  },
  support_signed_out: {
    title: "Our support signed you out everywhere",
    text: "Our support ended all sign-ins of your account: {reason}. Sign in again, and set a new password if you did not ask for this.",
    push: "You were signed out everywhere.",
  },
  support_unlocked: {
    title: "Our support removed the wait for sign-ins",
    text: "Our support removed the wait after wrong passwords: {reason}. You can sign in at once.",
    push: "You can sign in again.",
  },
  support_resent: {
    title: "Our support sent you an email again",
    text: "Our support sent the email that confirms your address again: {reason}. Only the link in the newest one works.",
    push: "You got an email again.",
  },
  support_phone_requested: {
    title: "Your phone number is to be removed",
    text: `Our support is asked to remove your phone number, and a colleague must approve it: {reason}. If you did not ask for this, write to ${brand.contactEmail} now.`,
    push: "If you did not ask for this, write to us now.",
  },
  support_phone_removed: {
    title: "Your phone number was removed",
    text: `Our support removed your phone number and signed you out everywhere: {reason}. Sign in and enter the new one in your profile. If you did not ask for this, write to ${brand.contactEmail} now.`,
    push: "If you did not ask for this, write to us now.",
  },
  support_suspended: {
    title: "Suspended by our support",
    text: `We suspended {what} because {reason}. ${suspendedMayNot} ${suspendedMay} To answer us, write to ${brand.contactEmail}.`,
    push: "See why, and what you can do.",
  },
  support_suspension_ended: {
    title: "The suspension has ended",
    text: "You can use {what} again as before.",
    push: "You can use everything again.",
  },
} as const satisfies Record<NoticeKind, { readonly title: string; readonly text: string; readonly push: string }>;

/** The values that a kind's copy needs, checked at compile time. */
export type NoticeFacts<Kind extends NoticeKind> = {
  readonly [Name in Placeholders<(typeof noticeCopy)[Kind]["text"]>]: string;
};

export const noticeTitle = (kind: NoticeKind): string => noticeCopy[kind].title;

/** Renders a notice for the list. */
export function noticeText(
  kind: NoticeKind,
  facts: Readonly<Record<string, string>>,
): { readonly title: string; readonly text: string } {
  return { title: noticeCopy[kind].title, text: fillPlaceholders(noticeCopy[kind].text, facts) };
}

/** What a device shows. An open page reads again on `type`. The same for every user. [T-70] */
export type PushContent = { readonly title: string; readonly body: string; readonly type: string };

export function pushContent(kind: NoticeKind): PushContent {
  const { title, push } = noticeCopy[kind];
  return { title: `${brand.name}: ${title}`, body: push, type: kind.toUpperCase() };
}
