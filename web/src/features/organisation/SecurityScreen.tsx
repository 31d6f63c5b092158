import { readSso } from "@idanimo/contract/organisations/single-sign-on";
import { useRight } from "../../lib/use-right.ts";
import styles from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { ScimCard } from "./ScimCard.tsx";
import { sections } from "./sections.ts";
import { SecurityForm } from "./SecurityForm.tsx";
import { SettingsContent } from "./SettingsContent.tsx";
import { SignOnCards } from "./SignOnCards.tsx";

/** `/organisation/security`: rules for sign-ins of members [TM-14], domains and single sign-on [TM-11], and a directory [TM-12]. */
export function SecurityScreen() {
  const managesSignOn = useRight(readSso.right);
  return (
    <OrganisationPage section={sections.security} lead="How members sign in.">
      <div className={styles.stack}>
        <SettingsContent>{(settings) => <SecurityForm key={settings.id} settings={settings} />}</SettingsContent>
        {managesSignOn && <SignOnCards />}
        <ScimCard />
      </div>
    </OrganisationPage>
  );
}
