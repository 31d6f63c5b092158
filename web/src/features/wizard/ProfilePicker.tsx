import type { ProfileName, SearchType } from "@idanimo/contract/catalogue";
import type { ReactNode } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { classes } from "../../ui/classes.ts";
import { FieldError } from "../../ui/Field.tsx";
import { BankIcon, BuildingIcon, CarIcon, type IconComponent, InfoIcon, PersonIcon } from "../../ui/icons.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { profileWords } from "./fields.ts";
import styles from "./ProfilePicker.module.css";
import { type ProfileOffer, sourceWords } from "./rules.ts";

type Props = {
  readonly profiles: readonly ProfileOffer[];
  readonly chosen: readonly SearchType[];
  readonly onToggle: (type: SearchType) => void;
  /** What one look-up of a type costs in all, or nothing while prices are on their way. */
  readonly priceOf: (type: SearchType) => ReactNode;
  readonly error?: string | undefined;
};

const icons: Record<ProfileName, IconComponent> = {
  person: PersonIcon,
  business: BuildingIcon,
  financial: BankIcon,
  vehicle: CarIcon,
};

/** The four profile cards with the search types that can be asked for here. Source: WIZARD-06 to WIZARD-15. */
export function ProfilePicker({ profiles, chosen, onToggle, priceOf, error }: Props) {
  return (
    <div className={styles.cards}>
      {profiles.map(({ profile, card, offers }) => {
        const Icon = icons[profile];
        const picked = offers.some((offer) => chosen.includes(offer.type));
        return (
          <section
            key={profile}
            className={classes(styles.card, picked && styles.picked, offers.length === 0 && styles.none)}
          >
            <header className={styles.head}>
              <Icon className={styles.icon} />
              <h3 className={styles.title}>{card}</h3>
              <Tooltip label={`About ${card}`} content={profileWords[profile]}>
                <InfoIcon size={18} />
              </Tooltip>
            </header>
            {offers.length === 0 ? (
              <p className={styles.quiet}>Not offered here yet</p>
            ) : (
              offers.map((offer) => (
                <div key={offer.type} className={styles.offer}>
                  <Checkbox
                    label={offer.label}
                    hint={sourceWords(offer.source)}
                    checked={chosen.includes(offer.type)}
                    disabled={offer.disabled}
                    onChange={() => onToggle(offer.type)}
                  />
                  <span className={classes(styles.price, "figures")}>{priceOf(offer.type)}</span>
                </div>
              ))
            )}
          </section>
        );
      })}
      <FieldError id={undefined}>{error}</FieldError>
    </div>
  );
}
