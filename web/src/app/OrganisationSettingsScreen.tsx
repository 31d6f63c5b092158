import { CloseOrganisationCard } from "../features/account-rights/CloseOrganisationCard.tsx";
import { SettingsScreen } from "../features/organisation/SettingsScreen.tsx";

/** `/organisation/settings`, with the closing of the organisation for its owners. */
export function OrganisationSettingsScreen() {
  return (
    <SettingsScreen>
      <CloseOrganisationCard />
    </SettingsScreen>
  );
}
