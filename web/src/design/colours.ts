/** Colour pairs that are used together, with their minimum contrast. Source: WCAG 2.2, 1.4.3 and 1.4.11. */
export const colourPairs = [
  { on: "page", ink: "text", least: 4.5 },
  { on: "page", ink: "text-quiet", least: 4.5 },
  { on: "page", ink: "primary", least: 4.5 },
  { on: "surface", ink: "text", least: 4.5 },
  { on: "surface", ink: "text-quiet", least: 4.5 },
  { on: "surface", ink: "primary", least: 4.5 },
  { on: "surface", ink: "refused", least: 4.5 },
  { on: "surface", ink: "waiting", least: 4.5 },
  { on: "sunken", ink: "text-quiet", least: 4.5 },
  { on: "primary", ink: "on-primary", least: 4.5 },
  { on: "primary-strong", ink: "on-primary", least: 4.5 },
  { on: "primary-soft", ink: "primary", least: 4.5 },
  { on: "primary-soft", ink: "text-quiet", least: 4.5 },
  { on: "waiting-soft", ink: "waiting", least: 4.5 },
  { on: "refused-soft", ink: "refused", least: 4.5 },
  { on: "refused", ink: "on-refused", least: 4.5 },
  { on: "surface", ink: "line", least: 3 },
  { on: "page", ink: "line", least: 3 },
] as const;

/** Red, green and blue of `#rgb` or `#rrggbb`, from 0 to 255. */
function rgbComponents(colour: string): readonly number[] {
  const digits = colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, "$&$&") : colour;
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbComponents(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours written `#rrggbb` or `#rgb`: 1 (equal) to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}
