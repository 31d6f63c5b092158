import { type SeededRandom, seededRandom } from "../kernel/seeded-random.ts";
import type { Person } from "./person.ts";
import { type Colour, type PixelColourAt, paintPng } from "./png.ts";

type Colours = readonly [Colour, ...Colour[]];
const backgrounds: Colours = [
  [222, 230, 226],
  [231, 226, 214],
  [214, 224, 233],
  [233, 221, 221],
  [224, 221, 235],
  [219, 232, 214],
];
const skins: Colours = [
  [92, 58, 38],
  [112, 72, 48],
  [134, 88, 58],
  [76, 47, 32],
  [150, 102, 70],
];
const hairs: Colours = [
  [24, 20, 18],
  [36, 28, 24],
  [58, 52, 50],
];
const cloths: Colours = [
  [15, 107, 63],
  [38, 70, 120],
  [140, 52, 44],
  [92, 60, 120],
  [176, 120, 36],
  [44, 52, 58],
  [22, 110, 120],
];

const width = 120;
const height = 150;
/**
 * Number of faces and signatures, shared by all numbers: drawing one takes milliseconds, too long for each lookup
 * of a load test.
 */
const variantCount = 64;
const pictureCache = new Map<string, Buffer>();

type PortraitLook = {
  readonly woman: boolean;
  readonly background: Colour;
  readonly skin: Colour;
  readonly hair: Colour;
  readonly cloth: Colour;
  /** 0 short hair, 1 full hair, 2 head-tie or cap. */
  readonly style: number;
  /** Half the head's width. */
  readonly head: number;
};

/** A drawn head and shoulders in place of a photograph, about 120 by 150 pixels. Deterministic. */
export function portraitPng({ key, woman }: Pick<Person, "key" | "woman">): Buffer {
  const kind = seededRandom(`portrait:${key}`).below(variantCount);
  const seed = `portrait:${woman ? "woman" : "man"}:${kind}`;
  return drawOnce(seed, () => paintPng(width, height, paintHead(randomLook(seededRandom(seed), woman))));
}

function drawOnce(seed: string, draw: () => Buffer): Buffer {
  const picture = pictureCache.get(seed) ?? draw();
  pictureCache.set(seed, picture);
  return picture;
}

function randomLook(chance: SeededRandom, woman: boolean): PortraitLook {
  return {
    woman,
    background: chance.pick(backgrounds),
    skin: chance.pick(skins),
    hair: chance.pick(hairs),
    cloth: chance.pick(cloths),
    style: chance.below(3),
    head: 0.19 + chance.below(3) * 0.012,
  };
}

function paintHead({ woman, background, skin, hair, cloth, style, head }: PortraitLook): PixelColourAt {
  const inside = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;
  const tall = head * 1.12; // the picture is higher than wide
  const shade = darken(skin, 0.86);
  return (x, y) => {
    const eye = (cx: number) => inside(x, y, cx, 0.43, 0.022, 0.013);
    const brow = (cx: number) => Math.abs(x - cx) < 0.045 && Math.abs(y - 0.392 - (x - cx) ** 2 * 4) < 0.007;
    if (style === 2 && y < 0.335 && inside(x, y, 0.5, 0.31, head * 1.1, tall * 0.82)) return darken(cloth, 0.8);
    if (inside(x, y, 0.5, 0.44, head, tall)) {
      if (y < 0.3 + (x - 0.5) ** 2 * 1.6 && style !== 2) return hair;
      if (eye(0.425) || eye(0.575)) return [28, 20, 18];
      if (brow(0.425) || brow(0.575)) return hair;
      if (Math.abs(x - 0.5) < 0.07 && Math.abs(y - 0.56 + (x - 0.5) ** 2 * 3) < 0.008) return darken(skin, 0.6);
      if (inside(x, y, 0.5, 0.495, 0.026, 0.016)) return shade;
      return skin;
    }
    if (style !== 2 && inside(x, y, 0.5, 0.4, head * 1.08, tall * (woman || style === 1 ? 1.04 : 0.96)) && y < 0.4)
      return hair;
    if (woman && style === 1 && inside(x, y, 0.5, 0.48, head * 1.3, tall * 1.2)) return hair;
    if (Math.abs(x - 0.5) < head * 0.45 && y > 0.55 && y < 0.76) return shade;
    if (inside(x, y, 0.5, 0.72, head * 0.62, 0.06)) return shade;
    if (inside(x, y, 0.5, 1.06, 0.43, 0.36)) return Math.abs(x - 0.5) < 0.012 && !woman ? darken(cloth, 0.75) : cloth;
    return background;
  };
}

/** A drawn stroke in place of a signature. */
export function signaturePng({ key }: Pick<Person, "key">): Buffer {
  const seed = `signature:${seededRandom(`signature:${key}`).below(variantCount)}`;
  return drawOnce(seed, () => paintPng(120, 40, paintStroke(seededRandom(seed))));
}

function paintStroke(chance: SeededRandom): PixelColourAt {
  const waves = Array.from({ length: 3 }, () => ({ often: chance.between(3, 17), shift: chance.below(628) / 100 }));
  const line = (x: number) =>
    0.5 + waves.reduce((sum, { often, shift }) => sum + Math.sin(x * often + shift), 0) * 0.11;
  return (x, y) => {
    const slope = Math.abs(line(x + 0.004) - line(x)) / 0.004;
    const near = Math.abs(y - line(x)) / Math.sqrt(1 + (slope / 3) ** 2) < 0.035;
    return near && x > 0.08 && x < 0.92 ? [22, 34, 92] : [255, 255, 255];
  };
}

function darken([red, green, blue]: Colour, share: number): Colour {
  return [red * share, green * share, blue * share];
}
