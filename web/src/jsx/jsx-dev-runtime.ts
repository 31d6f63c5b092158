import type { ElementType, Key, ReactElement } from "react";
import * as react from "react/jsx-dev-runtime";
import { isolateText } from "./isolate-text.ts";

/** {@link file://./jsx-runtime.ts} for development, where React also knows the line of each element. */

export { Fragment } from "react/jsx-dev-runtime";
export type { JSX } from "./jsx-runtime.ts";

export const jsxDEV = (
  type: ElementType,
  props: { readonly children?: unknown },
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement => {
  const isolatedProps = isolateText(type, props);
  return react.jsxDEV(type, isolatedProps, key, isStatic && Array.isArray(isolatedProps.children), source, self);
};
