import type { SentInputOf } from "@idanimo/contract/operation";
import type { saveSso, SsoSettings, SsoState } from "@idanimo/contract/organisations/single-sign-on";
import type { RadioOption } from "../../ui/RadioCards.tsx";

/** The connection as the form's controls hold it. */
export type SsoValues = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly state: SsoState;
  readonly exemptUserId: string;
};

const stateTexts: Readonly<Record<SsoState, { readonly label: string; readonly detail: string }>> = {
  off: { label: "Off", detail: "Members sign in with their password, passkey, Google or Facebook." },
  offered: { label: "Offered", detail: "Members of your verified domains can also choose single sign-on." },
  enforced: {
    label: "Enforced",
    detail:
      "Everyone with an address of your verified domains must use single sign-on, except one owner with a passkey.",
  },
};

export const ssoOptions: readonly RadioOption<SsoState>[] = [
  { value: "off", ...stateTexts.off },
  { value: "offered", ...stateTexts.offered },
  { value: "enforced", ...stateTexts.enforced },
];

export const toSsoValues = ({ connection }: SsoSettings): SsoValues => ({
  issuer: connection?.issuer ?? "",
  clientId: connection?.clientId ?? "",
  clientSecret: "",
  state: connection?.state ?? "off",
  exemptUserId: connection?.exemptUserId ?? "",
});

/** What is sent: an empty secret keeps the stored one, and only enforced sign-on has an exempt owner. */
export const toSsoInput = ({
  issuer,
  clientId,
  clientSecret,
  state,
  exemptUserId,
}: SsoValues): SentInputOf<typeof saveSso> => ({
  issuer,
  clientId,
  ...(clientSecret !== "" && { clientSecret }),
  state,
  exemptUserId: state === "enforced" && exemptUserId !== "" ? exemptUserId : null,
});
