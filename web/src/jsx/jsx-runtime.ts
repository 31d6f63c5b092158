import type { ElementType, JSX as ReactJsx, Key, ReactElement } from "react";
import * as react from "react/jsx-runtime";
import type { Component } from "./component.ts";
import { isolateText } from "./isolate-text.ts";

/**
 * React's JSX runtime with each text in an element of its own; `jsxImportSource` in `tsconfig.json` names this
 * folder.
 */

type Props = { readonly children?: unknown };

export { Fragment } from "react/jsx-runtime";

export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsx(type, isolateText(type, props), key);

export const jsxs = (type: ElementType, props: Props, key?: Key): ReactElement => {
  const isolatedProps = isolateText(type, props);
  return Array.isArray(isolatedProps.children)
    ? react.jsxs(type, isolatedProps, key)
    : react.jsx(type, isolatedProps, key);
};

export declare namespace JSX {
  /** A component returns an element, never a plain string, which would be a sibling of the component's siblings. */
  type ElementType = keyof IntrinsicElements | Component<never> | (new (props: never) => ReactJsx.ElementClass);
  type Element = ReactJsx.Element;
  type ElementClass = ReactJsx.ElementClass;
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute;
  type LibraryManagedAttributes<Component, Given> = ReactJsx.LibraryManagedAttributes<Component, Given>;
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes;
  type IntrinsicClassAttributes<Instance> = ReactJsx.IntrinsicClassAttributes<Instance>;
  type IntrinsicElements = ReactJsx.IntrinsicElements;
}
