import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { partDescriptionForRequester } from "@idanimo/contract/record-parts";
import { CheckIcon, PlusIcon } from "../../ui/icons.tsx";
import styles from "./MayShow.module.css";
import type { Disclosure } from "./rules.ts";

type Props = {
  readonly mayShow: readonly Disclosure[];
  /** `sentences` for a narrow column. */
  readonly as?: "lists" | "sentences";
};

/** The parts that the chosen purpose can show, before payment; nothing without a purpose [CL-08]. */
export function MayShow({ mayShow, as = "lists" }: Props) {
  if (mayShow.length === 0) return null;
  const View = as === "lists" ? PartLists : PartSentence;
  return (
    <>
      {mayShow.map((disclosure) => (
        <View key={disclosure.searchType} {...disclosure} title={titleOf(disclosure, mayShow.length > 1)} />
      ))}
    </>
  );
}

const titleOf = ({ searchType }: Disclosure, isOneOfSeveral: boolean): string =>
  isOneOfSeveral ? `This purpose can show for ${catalogueRowOf(searchType).label}:` : "This purpose can show:";

type ViewProps = Pick<Disclosure, "required" | "optional"> & { readonly title: string };

function PartLists({ title, required, optional }: ViewProps) {
  return (
    <div className={styles.box}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.parts}>
        {required.map((part) => (
          <li key={part}>
            <CheckIcon size={18} className={styles.always} />
            <span>{partDescriptionForRequester(part)}</span>
          </li>
        ))}
      </ul>
      {optional.length > 0 && (
        <>
          <p className={styles.title}>and, if they agree,</p>
          <ul className={styles.parts}>
            {optional.map((part) => (
              <li key={part}>
                <PlusIcon size={18} className={styles.added} />
                <span>{partDescriptionForRequester(part)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function PartSentence({ title, required, optional }: ViewProps) {
  const list = (parts: Disclosure["required"]) => parts.map(partDescriptionForRequester).join("; ");
  return (
    <p>
      <strong>{title}</strong> {list(required)}
      {optional.length > 0 && `; and, if they agree, ${list(optional)}`}.
    </p>
  );
}
