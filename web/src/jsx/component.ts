import type { ExoticComponent, ReactElement } from "react";

/** A component as our JSX accepts it: it returns an element, never a plain string. */
export type Component<Props = object> = ((props: Props) => ReactElement | null) | ExoticComponent<Props>;
