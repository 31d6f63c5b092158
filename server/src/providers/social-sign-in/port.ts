import type { SocialProvider } from "@idanimo/contract/social";

/** A person that a provider has authenticated. */
export type ExternalPerson = {
  readonly provider: SocialProvider;
  /** The provider's own id of this person; never changes and is never an email address. */
  readonly subject: string;
  /** An address that the provider itself has confirmed; otherwise null. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
};

/**
 * `refused`: the token is invalid, or not for this application or this browser. `cancelled`: the person left the
 * provider's page. `unreachable`: the provider gave no usable response. `why` is a code, never a value.
 */
export type SocialSignInResult =
  | { readonly kind: "person"; readonly person: ExternalPerson }
  | { readonly kind: "refused" | "cancelled" | "unreachable"; readonly why: string };

/** What one redirect flow stores in the browser: 256 random bits each, in base64url. */
export type FlowSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Sign-in with an account of another provider. [T-14] */
export type SocialSignIn = {
  readonly provider: SocialProvider;
  /** The application's public id at the provider. */
  readonly clientId: string;
  readonly scriptUrl: string;
  /** Of its API, such as `v25.0`; empty if it has none. */
  readonly version: string;
  /**
   * Verifies what a browser received from the provider's script.
   * @param nonce the one this browser was given; an ID token must contain it
   * @returns with `nonceUsed` if the token contained that nonce, which is then valid once
   */
  identify(token: string, nonce: string | undefined): Promise<SocialSignInResult & { readonly nonceUsed?: true }>;
  /** The URL of the provider's page; undefined if the provider cannot be reached. */
  begin(secrets: FlowSecrets, returnTo: string): Promise<string | undefined>;
  /** @param returned the URL with which the browser came back; its state was checked before */
  finish(returned: URL, secrets: FlowSecrets, returnTo: string): Promise<SocialSignInResult>;
};
