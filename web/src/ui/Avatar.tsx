import { useState } from "react";
import styles from "./Avatar.module.css";
import { classes } from "./classes.ts";
import { PersonIcon } from "./icons.tsx";

type Props = {
  readonly name: string;
  /** URL of the user's own picture; without one, or if it fails to load, initials are shown. */
  readonly image?: string | null | undefined;
  readonly large?: boolean;
};

/** The signed-in user's picture. Decorative, beside the name. */
export function Avatar({ name, image, large }: Props) {
  const [failed, setFailed] = useState<string>();
  const look = classes(styles.avatar, large && styles.large);
  const size = large ? 96 : 32;
  if (image && image !== failed)
    return <img className={look} src={image} alt="" width={size} height={size} onError={() => setFailed(image)} />;
  if (!name.trim()) {
    return (
      <span className={look}>
        <PersonIcon size={large ? 40 : 20} />
      </span>
    );
  }
  const initials = name
    .split(" ")
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join("");
  return (
    <span className={look} aria-hidden="true">
      {initials}
    </span>
  );
}
