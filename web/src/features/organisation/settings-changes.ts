import type { OrganisationSettings, updateOrganisation } from "@idanimo/contract/organisations/organisations";
import type { SentInputOf } from "@idanimo/contract/operation";

/** The settings as the form's controls hold them. */
export type SettingsValues = {
  readonly name: string;
  readonly rcNumber: string;
  readonly officeAddress: string;
  readonly acceptTerms: boolean;
  readonly mfaRequired: boolean;
  readonly idleDays: string;
  readonly defaultRole: string;
};

export const toSettingsValues = (settings: OrganisationSettings): SettingsValues => ({
  name: settings.name,
  rcNumber: settings.rcNumber ?? "",
  officeAddress: settings.officeAddress ?? "",
  acceptTerms: settings.liveEnabled,
  mfaRequired: settings.mfaRequired,
  idleDays: String(settings.idleDays),
  defaultRole: settings.defaultRole,
});

/** What the user has changed; the server keeps the rest as it is. */
export function changedSettings(before: SettingsValues, now: SettingsValues): SentInputOf<typeof updateOrganisation> {
  const isChanged = (name: keyof SettingsValues) => now[name] !== before[name];
  return {
    ...(isChanged("name") && { name: now.name }),
    ...(isChanged("rcNumber") && { rcNumber: now.rcNumber }),
    ...(isChanged("officeAddress") && { officeAddress: now.officeAddress }),
    ...(isChanged("acceptTerms") && now.acceptTerms && { acceptTerms: true as const }),
    ...(isChanged("mfaRequired") && { mfaRequired: now.mfaRequired }),
    ...(isChanged("idleDays") && { idleDays: Number(now.idleDays) }),
    ...(isChanged("defaultRole") && { defaultRole: now.defaultRole }),
  };
}
