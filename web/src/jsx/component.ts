import type { ExoticComponent, ReactElement } from "react";

/** A component as our JSX accepts it: it returns an element, never a bare text. */
export type Component<Props = object> = ((props: Props) => ReactElement | null) | ExoticComponent<Props>;
