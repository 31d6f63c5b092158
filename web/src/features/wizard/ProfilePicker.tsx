import type { ProfileName } from "@idanimo/contract/checks/check-row";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { useId } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { classes } from "../../ui/classes.ts";
import { FieldError } from "../../ui/Field.tsx";
import { BankIcon, BuildingIcon, CarIcon, type IconComponent, InfoIcon, PersonIcon } from "../../ui/icons.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { profileDescriptions } from "./fields.ts";
import styles from "./ProfilePicker.module.css";
import { requiresConsent, type Offer, type ProfileOffer } from "./rules.ts";
import { sourceStatusLabel, priceUnitLabel } from "./copy.ts";

type Props = {
  readonly profiles: readonly ProfileOffer[];
  readonly chosen: readonly SearchType[];
  readonly onToggle: (type: SearchType) => void;
  /** The total price of one lookup of a type. */
  readonly priceOf: (type: SearchType) => string;
  /** The total price of the full checks that show the records; undefined for a type that is one. */
  readonly fullPriceOf: (type: SearchType) => string | undefined;
  readonly error?: string | undefined;
};

const icons: Record<ProfileName, IconComponent> = {
  person: PersonIcon,
  business: BuildingIcon,
  financial: BankIcon,
  vehicle: CarIcon,
};

/** The four profile cards with their search types, prices and source status [WIZARD-06 to WIZARD-17]. */
export function ProfilePicker({ profiles, chosen, onToggle, priceOf, fullPriceOf, error }: Props) {
  const id = useId();
  return (
    <div className={styles.cards}>
      <div role="alert" className={styles.fault}>
        <FieldError id={undefined}>{error}</FieldError>
      </div>
      {profiles.map(({ profile, card, offers }) => {
        const Icon = icons[profile];
        const picked = offers.some((offer) => chosen.includes(offer.type));
        const openCount = offers.filter((offer) => offer.availability === "open").length;
        const needsConsent = openCount > 0 && requiresConsent(offers.map((offer) => offer.type));
        return (
          <div
            key={profile}
            role="group"
            aria-labelledby={`${id}-${profile}`}
            className={classes(styles.card, picked && styles.picked, openCount === 0 && styles.none)}
          >
            <header className={styles.head}>
              <Icon className={styles.icon} />
              <h3 id={`${id}-${profile}`} className={styles.title}>
                {card}
              </h3>
              <Tooltip label={`About ${card}`} content={profileDescriptions[profile]}>
                <InfoIcon size={18} />
              </Tooltip>
              {needsConsent && <p className={styles.one}>The person must consent first.</p>}
              {openCount > 1 && <p className={styles.one}>Choose one</p>}
            </header>
            {offers.map((offer) => (
              <OfferRow
                key={offer.type}
                offer={offer}
                isChosen={chosen.includes(offer.type)}
                isExempt={needsConsent && !requiresConsent([offer.type])}
                price={priceOf(offer.type)}
                fullPrice={fullPriceOf(offer.type)}
                onToggle={() => onToggle(offer.type)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

type OfferRowProps = {
  readonly offer: Offer;
  readonly isChosen: boolean;
  /** Needs no consent, unlike other checks of its card. */
  readonly isExempt: boolean;
  readonly price: string;
  readonly fullPrice: string | undefined;
  readonly onToggle: () => void;
};

function OfferRow({ offer, isChosen, isExempt, price, fullPrice, onToggle }: OfferRowProps) {
  const { type, label, availability } = offer;
  const unit = priceUnitLabel(type);
  const { question } = catalogueRowOf(type);
  return (
    <div className={classes(styles.offer, question && styles.asks)}>
      <Checkbox
        label={label}
        hint={
          <>
            {question && (
              <span className={styles.learns}>
                They learn only: {question.learns}.{fullPrice && ` Full record: ${fullPrice}`}
              </span>
            )}
            {isExempt && <span className={styles.learns}>No consent needed.</span>}
            <span className={styles.source}>
              {sourceStatusLabel(offer)}
              {availability === "down" && (
                <>
                  <span className="only-heard"> and cannot be chosen, </span>
                  <span className={styles.uncharged}>no charge</span>
                </>
              )}
            </span>
          </>
        }
        checked={isChosen}
        // a type whose source went down after it was chosen can still be deselected
        disabled={availability !== "open" && !isChosen}
        onChange={onToggle}
      />
      {availability !== "not_offered" && (
        <span className={classes(styles.price, "figures", availability === "down" && styles.kept)}>
          {price}
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      )}
    </div>
  );
}
