import { fill } from "@idanimo/contract/problems";
import { type SocialEnd, socialEnds, type SocialProvider, socialProviders } from "@idanimo/contract/social";
import * as texts from "@idanimo/contract/texts";
import type { Problem } from "../../lib/call.ts";

export const providerNames = { google: "Google", facebook: "Facebook" } as const satisfies Record<
  SocialProvider,
  string
>;
export const failedWords = { google: texts.googleFailed, facebook: texts.facebookFailed } as const;
/** The person closed the provider's window or said no there. Google's has no text of its own. Source: ERR-08, ERR-12. */
export const leftWords = { google: texts.googleFailed, facebook: texts.facebookCancelled } as const;

export type Words = { readonly title: string; readonly text?: string };

/** What a refused sign-in with a provider's token reads. Source: A§8, ERR-08 to ERR-13, O-19. */
export function wordsOfRefusal(provider: SocialProvider, problem: Problem): Words {
  if (problem.code === "no_response") return { title: texts.socialNetworkError };
  // a good answer without what a sign-in must hold
  if (problem.code === "unexpected" && problem.status < 300) return { title: texts.socialNoToken };
  if (problem.code === "unexpected") return { title: failedWords[provider], text: problem.message };
  if (problem.code === "request_not_built") return { title: failedWords[provider] };
  return { title: problem.message };
}

/** What somebody reads who comes back from a provider's page without being signed in: `?social=google-refused`. */
export function wordsOfReturn(social: string): Words | undefined {
  const provider = socialProviders.find((name) => social.startsWith(`${name}-`));
  const end = socialEnds.find((name) => social === `${provider}-${name}`);
  return provider && end && { title: fill(endWords[end](provider), { provider: providerNames[provider] }) };
}

const endWords: Readonly<Record<SocialEnd, (provider: SocialProvider) => string>> = {
  cancelled: (provider) => leftWords[provider],
  refused: () => texts.socialRefused,
  no_email: () => texts.socialNoEmail,
  not_offered: () => texts.socialNotOffered,
  too_many: () => "That was too often. Wait a few minutes, then try again.",
};
