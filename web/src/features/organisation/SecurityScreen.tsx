import { Card } from "../../ui/Card.tsx";
import styles from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";
import { SecurityForm } from "./SecurityForm.tsx";
import { SettingsContent } from "./SettingsContent.tsx";

/** `/organisation/security`: rules for sign-ins of members, and single sign-on [TM-11 TM-13 TM-14]. */
export function SecurityScreen() {
  return (
    <OrganisationPage section={sections.security} lead="How members sign in.">
      <div className={styles.stack}>
        <SettingsContent>{(settings) => <SecurityForm key={settings.id} settings={settings} />}</SettingsContent>
        <Card title="SAML">
          <p className="quiet">
            Single sign-on works with OpenID Connect, which every large identity provider offers. SAML is not supported.
          </p>
        </Card>
      </div>
    </OrganisationPage>
  );
}
