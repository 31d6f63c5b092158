import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";
import { SecurityForm } from "./SecurityForm.tsx";
import { SettingsContent } from "./SettingsContent.tsx";

/** `/organisation/security`: rules for sign-ins of members [TM-14]. */
export function SecurityScreen() {
  return (
    <OrganisationPage section={sections.security} lead="How members sign in.">
      <SettingsContent>{(settings) => <SecurityForm key={settings.id} settings={settings} />}</SettingsContent>
    </OrganisationPage>
  );
}
