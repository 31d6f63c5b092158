import type { SocialProvider } from "@idanimo/contract/social";

/** Whom a provider vouches for. */
export type ExternalPerson = {
  readonly provider: SocialProvider;
  /** The provider's own name for this person; never changes and is never a mail address. */
  readonly subject: string;
  /** Only an address the provider itself has confirmed; otherwise null. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
};

/**
 * What a provider's word is worth. `refused`: the token is not good, not for this application or not for this browser. `cancelled`:
 * the person left the provider's page. `unreachable`: nobody knows. `why` is a code, never a value.
 */
export type SocialSignInResult =
  | { readonly kind: "person"; readonly person: ExternalPerson }
  | { readonly kind: "refused" | "cancelled" | "unreachable"; readonly why: string };

/** What one redirect flow remembers in the browser: 256 random bits each, in base64url. */
export type FlowSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Signing in with an account elsewhere. Source: T-14, providers 5. */
export type SocialSignIn = {
  readonly provider: SocialProvider;
  /** The application's public id there. */
  readonly clientId: string;
  readonly scriptUrl: string;
  /** Of its interface, such as `v25.0`; empty where it has none. */
  readonly version: string;
  /**
   * Checks what a browser got from the provider's script.
   * @param nonce the one this browser was given; an ID token must carry it
   * @returns with `nonceUsed` when the token carried that nonce, which then counts once
   */
  identify(token: string, nonce: string | undefined): Promise<SocialSignInResult & { readonly nonceUsed?: true }>;
  /** The address of the provider's page; undefined when the provider cannot be reached. */
  begin(secrets: FlowSecrets, returnTo: string): Promise<string | undefined>;
  /** @param returned the address the browser came back with; its state was checked before */
  finish(returned: URL, secrets: FlowSecrets, returnTo: string): Promise<SocialSignInResult>;
};
