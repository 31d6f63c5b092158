import { createElement, Fragment } from "react";

/**
 * Puts each text into an element of its own, for all JSX of the web.
 *
 * Browsers translate a page by replacing text nodes. React then fails when it removes or changes such a node or
 * inserts something before it, because the node has moved. A text that is the only child of its element is safe:
 * React sets the element's `textContent`. So a text with siblings gets a `<span>` around it.
 */

type Props = { readonly children?: unknown };

const isText = (child: unknown): child is string | number | bigint =>
  (typeof child === "string" && child !== "") || typeof child === "number" || typeof child === "bigint";
/** React renders nothing for these. */
const isEmptyChild = (child: unknown): boolean =>
  child === null || child === undefined || typeof child === "boolean" || child === "";

/**
 * The props of an element, with each text beside other children wrapped. Components get their props unchanged:
 * their own elements follow the rule.
 */
export function isolateText<P extends Props>(type: unknown, props: P): P {
  const { children } = props;
  const isFragment = type === Fragment;
  if (!isFragment && typeof type !== "string") return props;
  if (Array.isArray(children)) {
    if (!children.some((child) => isText(child) || Array.isArray(child))) return props;
    if (!isFragment && children.every((child) => isText(child) || isEmptyChild(child)))
      return { ...props, children: children.filter(isText).join("") };
    return {
      ...props,
      children: wrapTextChildren(children, typeof type === "string" ? wrapperElementFor(type) : "span"),
    };
  }
  // a fragment has no element: its text is a sibling of the fragment's siblings
  return isFragment && isText(children) ? { ...props, children: createElement("span", null, children) } : props;
}

/** Wraps adjacent texts together. Each child keeps its position, by which React identifies it. */
function wrapTextChildren(children: readonly unknown[], wrapper: string): readonly unknown[] {
  const wrapped = children.map((child): unknown => (Array.isArray(child) ? wrapTextChildren(child, wrapper) : child));
  for (let at = 0; at < wrapped.length; at += 1) {
    if (!isText(wrapped[at])) continue;
    const start = at;
    let text = "";
    for (; at < wrapped.length; at += 1) {
      const child = wrapped[at];
      if (isText(child)) text += String(child);
      else if (!isEmptyChild(child)) break;
      wrapped[at] = null;
    }
    wrapped[start] = createElement(wrapper, { key: `text-${start}` }, text);
  }
  return wrapped;
}

/** The element that may wrap a text inside another element: SVG does not know spans. */
const wrapperElementFor = (type: string): string => (type === "text" || type === "tspan" ? "tspan" : "span");
