import type { FlowSecrets } from "../social-sign-in/port.ts";

/** An organisation's own identity provider. */
export type EnterpriseConnection = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** A person that an organisation's identity provider has authenticated. */
export type EnterprisePerson = {
  readonly issuer: string;
  /** The provider's own id of this person. */
  readonly subject: string;
  /** In lower case; null without a usable one. Only addresses of the organisation's verified domains count. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
};

/** `why` is a code, never a value. */
export type EnterpriseResult =
  | { readonly kind: "person"; readonly person: EnterprisePerson }
  | { readonly kind: "refused" | "cancelled" | "unreachable"; readonly why: string };

/** Sign-in with the identity provider of an organisation; SAML would be another adapter of it [TM-13]. */
export type EnterpriseSignIn = {
  /** Whether the issuer publishes a usable configuration. */
  check(connection: EnterpriseConnection): Promise<boolean>;
  /** The URL of the provider's page; undefined if the provider cannot be reached. */
  begin(connection: EnterpriseConnection, secrets: FlowSecrets, returnTo: string): Promise<string | undefined>;
  /** @param returned the URL with which the browser came back; its state was checked before */
  finish(connection: EnterpriseConnection, returned: URL, secrets: FlowSecrets): Promise<EnterpriseResult>;
};
