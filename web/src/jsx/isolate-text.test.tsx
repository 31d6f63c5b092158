import { Children, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";

const markup = (element: ReactNode) => renderToStaticMarkup(element);
const name: string = "Ada";
const count: number = 2;
const [yes, no]: readonly boolean[] = [true, false];

describe("isolateText", () => {
  test.each([
    { title: "one text", element: <p>Hello</p>, html: "<p>Hello</p>" },
    {
      title: "a text made of several",
      element: (
        <p>
          Hello {name}, {count} of {count}
        </p>
      ),
      html: "<p>Hello Ada, 2 of 2</p>",
    },
    { title: "an optional text", element: <p>{no && "text"}</p>, html: "<p></p>" },
    {
      title: "a text beside an absent element",
      element: (
        <p>
          Hello {no && <b>dear</b>} {name}
        </p>
      ),
      html: "<p>Hello  Ada</p>",
    },
  ])("leaves $title alone in its element", ({ element, html }) => {
    expect(markup(element)).toBe(html);
  });

  test.each([
    {
      title: "before an element",
      element: (
        <p>
          Hello <b>Ada</b>
        </p>
      ),
      html: "<p><span>Hello </span><b>Ada</b></p>",
    },
    {
      title: "around an element",
      element: (
        <p>
          Hello {yes && <b>{name}</b>}, {count} times
        </p>
      ),
      html: "<p><span>Hello </span><b>Ada</b><span>, 2 times</span></p>",
    },
    {
      title: "in a fragment",
      element: (
        <p>
          <>Hello</>
          <b>Ada</b>
        </p>
      ),
      html: "<p><span>Hello</span><b>Ada</b></p>",
    },
    {
      title: "in a list of children",
      element: <p>{["Hello", <b key="name">Ada</b>]}</p>,
      html: "<p><span>Hello</span><b>Ada</b></p>",
    },
    {
      title: "in an SVG",
      element: (
        <svg>
          <text>
            Score <tspan>7</tspan>
          </text>
        </svg>
      ),
      html: "<svg><text><tspan>Score </tspan><tspan>7</tspan></text></svg>",
    },
  ])("wraps a text $title", ({ element, html }) => {
    expect(markup(element)).toBe(html);
  });

  test("wraps a text that a component renders beside another node", () => {
    const Named = ({ children }: { readonly children: ReactNode }) => (
      <label>
        {children}
        {yes && <em>optional</em>}
      </label>
    );
    expect(markup(<Named>Email</Named>)).toBe("<label><span>Email</span><em>optional</em></label>");
  });

  test("keeps the position of each child, by which React identifies it", () => {
    const places = (element: ReactNode) =>
      isValidElement<{ children: readonly ReactNode[] }>(element)
        ? element.props.children.map((child) => isValidElement(child) && child.type)
        : [];
    const drawn = (isLong: boolean) => (
      <p>
        Hello {isLong && "dear "}
        {name}
        <input />
      </p>
    );
    expect(places(drawn(true)).at(-1)).toBe("input");
    expect(places(drawn(false)).at(-1)).toBe("input");
    expect(places(drawn(true))).toHaveLength(places(drawn(false)).length);
  });

  test("passes children to a component unchanged", () => {
    const Count = ({ children }: { readonly children: ReactNode }) => <i>{Children.count(children)}</i>;
    expect(
      markup(
        <Count>
          one {name} <b>two</b>
        </Count>,
      ),
    ).toBe("<i>4</i>");
  });
});
