import { fillPlaceholders } from "@idanimo/contract/problems";
import { type SsoFailure, ssoFailures } from "@idanimo/contract/organisations/single-sign-on";
import { type SocialFailure, socialFailures, type SocialProvider, socialProviders } from "@idanimo/contract/social";
import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";

export const providerNames = { google: "Google", facebook: "Facebook" } as const satisfies Record<
  SocialProvider,
  string
>;
export const failedTitles = { google: texts.googleFailed, facebook: texts.facebookFailed } as const;
/** The user closed the provider's popup or declined there. Google has no text of its own [ERR-08 ERR-12]. */
export const cancelledTitles = { google: texts.googleFailed, facebook: texts.facebookCancelled } as const;

export type SocialError = { readonly title: string; readonly text?: string };

/** The error of a failed sign-in with a provider's token [ERR-08 to ERR-13 O-19]. */
export function socialErrorOf(provider: SocialProvider, problem: Problem): SocialError {
  if (problem.code === "no_response") return { title: texts.socialNetworkError };
  // a success response without a session
  if (problem.code === "unexpected" && problem.status < 300) return { title: texts.socialNoToken };
  if (problem.code === "unexpected") return { title: failedTitles[provider], text: problem.message };
  if (problem.code === "request_not_built") return { title: failedTitles[provider] };
  return { title: problem.message };
}

/** The error after a redirect from a provider without a sign-in: `?social=google-refused`. */
export function returnErrorOf(social: string): SocialError | undefined {
  const ssoEnd = ssoFailures.find((name) => social === `sso-${name}`);
  if (ssoEnd) return { title: ssoTitles[ssoEnd] };
  const provider = socialProviders.find((name) => social.startsWith(`${name}-`));
  const end = socialFailures.find((name) => social === `${provider}-${name}`);
  return (
    provider && end && { title: fillPlaceholders(returnTitles[end](provider), { provider: providerNames[provider] }) }
  );
}

/** The error after a redirect from an organisation's provider: `?social=sso-refused`. */
const ssoTitles: Readonly<Record<SsoFailure, string>> = {
  cancelled: "You stopped signing in with your organisation.",
  refused: "Your organisation's sign-in was not accepted. Try again, or ask a colleague who manages it.",
  unreachable: "Your organisation's sign-in could not be reached. Try again in a few minutes.",
  not_offered: "This organisation does not offer its own sign-in.",
  too_many: "Too many attempts. Wait a few minutes, then try again.",
  wrong_domain: "Your organisation can only sign in people with an email address of its own domain.",
  suspended: "Your membership is suspended or has ended. Ask an owner or admin of your organisation.",
  full: "Your organisation has no room for another member. Ask one of its owners.",
};

const returnTitles: Readonly<Record<SocialFailure, (provider: SocialProvider) => string>> = {
  cancelled: (provider) => cancelledTitles[provider],
  refused: () => texts.socialRefused,
  no_email: () => texts.socialNoEmail,
  not_offered: () => texts.socialNotOffered,
  too_many: () => "Too many attempts. Wait a few minutes, then try again.",
  sso_required: () => "Your organisation requires its own sign-in. Enter your email below to continue with it.",
};
