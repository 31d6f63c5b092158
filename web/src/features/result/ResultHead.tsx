import type { ProfileName } from "@idanimo/contract/checks/check-row";
import { knownFacts } from "@idanimo/contract/key-facts";
import type { RegisterName } from "@idanimo/contract/register-name";
import { withheldByPerson } from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { classes } from "../../ui/classes.ts";
import { BankIcon, BuildingIcon, CarIcon, type IconComponent, InfoIcon, PersonIcon } from "../../ui/icons.tsx";
import { ToneIcon } from "../../ui/ToneIcon.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { ResultFacts, type ResultFactsProps } from "./ResultFacts.tsx";
import styles from "./ResultHead.module.css";
import { pictureDataUrl } from "./rules.ts";
import type { Verdict } from "./verdict.ts";

type Props = ResultFactsProps & {
  /** Undefined if the result could not be loaded. */
  readonly verdict: Verdict | undefined;
  readonly picture: ReactNode;
  /** Undefined if the record has no name. */
  readonly name: RegisterName | undefined;
  /** Below the name, such as its key facts. */
  readonly children?: ReactNode;
};

/**
 * The head of every result: the verdict, who or what it is about, source, consent, purpose, end of access and what
 * the requester can do with it [CL-10].
 */
export function ResultHead({ verdict, picture, name, children, ...facts }: Props) {
  return (
    <header className={styles.head}>
      {verdict && (
        <div className={classes(styles.verdict, styles[verdict.tone])}>
          <ToneIcon tone={verdict.tone} size={28} />
          <div className={styles.words}>
            <p className={styles.title}>{verdict.title}</p>
            {verdict.text && <p className={styles.text}>{verdict.text}</p>}
          </div>
        </div>
      )}
      <div className={styles.subject}>
        {picture}
        <div className={styles.who}>
          <h2 className={styles.name}>
            {name?.name ?? "-"}
            {name?.raw !== undefined && (
              <span className={styles.raw}>
                <Tooltip label="How the register writes it" content={`In the register: ${name.raw}`}>
                  <InfoIcon size={16} />
                </Tooltip>
              </span>
            )}
          </h2>
          {children}
        </div>
      </div>
      <ResultFacts {...facts} />
    </header>
  );
}

/** The most important values of a record in a few lines; those that it does not have are left out. */
export function KeyFacts({ facts }: { readonly facts: Parameters<typeof knownFacts>[0] }) {
  const known = knownFacts(facts);
  if (known.length === 0) return null;
  return (
    <dl className={styles.keyFacts}>
      {known.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const profileIcons: Record<ProfileName, IconComponent> = {
  person: PersonIcon,
  business: BuildingIcon,
  financial: BankIcon,
  vehicle: CarIcon,
};

/** The icon of a kind of result, in place of a picture. */
export function ProfilePicture({ profile }: { readonly profile: ProfileName }) {
  const Icon = profileIcons[profile];
  return (
    <span className={styles.arch}>
      <Icon size={28} />
    </span>
  );
}

type PhotoProps = { readonly photo: unknown; readonly isWithheld: boolean; readonly name: string | undefined };

/** The photo of a person, or why there is none. */
export function Photo({ photo, isWithheld, name }: PhotoProps) {
  const address = isWithheld ? undefined : pictureDataUrl(photo);
  if (address)
    return <img className={styles.photo} src={address} alt={name ?? "Photo in the record"} width={112} height={140} />;
  return (
    <span className={styles.noPhoto}>
      <PersonIcon
        size={isWithheld ? 28 : 40}
        label={isWithheld ? `Photo: ${withheldByPerson}` : "No photo in the record"}
      />
      {isWithheld && <span aria-hidden="true">{withheldByPerson}</span>}
    </span>
  );
}
