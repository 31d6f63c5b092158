import { PersonIcon } from "../ui/icons.tsx";
import styles from "./Avatar.module.css";

type Props = {
  readonly name: string;
  /** Address of the person's own picture; initials without one. */
  readonly image?: string | undefined;
};

/** The signed-in person. Decoration beside the name. */
export function Avatar({ name, image }: Props) {
  if (image) return <img className={styles.avatar} src={image} alt="" width={32} height={32} />;
  if (!name.trim()) {
    return (
      <span className={styles.avatar}>
        <PersonIcon />
      </span>
    );
  }
  const initials = name
    .split(" ")
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join("");
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials}
    </span>
  );
}
