import type { ReactNode } from "react";
import styles from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";
import { SettingsContent } from "./SettingsContent.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

type Props = {
  /** What follows the settings. */
  readonly children: ReactNode;
};

/** `/organisation/settings`: name, company number, address and terms. */
export function SettingsScreen({ children }: Props) {
  return (
    <OrganisationPage section={sections.settings} lead="Name, RC number and address.">
      <div className={styles.stack}>
        <SettingsContent>{(settings) => <SettingsForm key={settings.id} settings={settings} />}</SettingsContent>
        {children}
      </div>
    </OrganisationPage>
  );
}
