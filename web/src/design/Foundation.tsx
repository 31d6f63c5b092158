import { Mark, Logo } from "../ui/Logo.tsx";
import * as icons from "../ui/icons.tsx";
import * as illustrations from "../ui/illustrations.tsx";
import { colourPairs } from "./colours.ts";
import styles from "./Foundation.module.css";
import { ColourPair } from "./ColourPair.tsx";
import { Row, Specimen, Stack } from "./Specimen.tsx";

const sizes = [40, 28, 21, 17, 15, 13];
const colours = [
  "page",
  "surface",
  "sunken",
  "text",
  "text-quiet",
  "primary",
  "primary-strong",
  "on-primary",
  "primary-soft",
  "line",
  "line-faint",
  "waiting",
  "waiting-soft",
  "refused",
  "refused-strong",
  "on-refused",
  "refused-soft",
];
const corners = ["corner-hair", "corner-small", "corner", "corner-large", "pill"];
const durations = ["quick", "calm", "long"];
const spaces = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24];

/** Colours, type, spacing and illustrations. */
export function Foundation() {
  return (
    <>
      <Specimen name="Mark: 20, 28 and 48 px; with the name">
        <Row>
          <span style={{ color: "var(--primary)", display: "contents" }}>
            <Mark size={20} />
            <Mark size={28} />
            <Mark size={48} />
          </span>
          <Logo />
        </Row>
      </Specimen>
      <Specimen name="Colour">
        <div className={styles.colours}>
          {colours.map((name) => (
            <div key={name} className={styles.colour}>
              <span className={styles.swatch} style={{ background: `var(--${name})` }} />
              {name}
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Colour pairs and their contrast: at least 4.5 for text, 3 for lines">
        <div className={styles.colours}>
          {colourPairs.map(({ on, ink, least }) => (
            <ColourPair key={`${on} ${ink}`} on={on} ink={ink} least={least} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Type: 40 · 28 · 21 · 17 · 15 · 13">
        <Stack>
          {sizes.map((size) => (
            <p
              key={size}
              style={{
                fontSize: `var(--size-${size})`,
                lineHeight: `var(--line-${size})`,
                letterSpacing: size > 20 ? "-0.018em" : undefined,
                fontWeight: size > 20 ? 600 : 400,
              }}
            >
              {size} Ìdánimọ̀ verifies, with leave
            </p>
          ))}
          <p>Ẹ káàárọ̀ · ọmọ · Ṣẹ́gun · ƙasa · ɓera · ɗaki · ịhe · ụlọ · ṅụọ · ₦19,412.50 · “quotes” … – — × ‹ ›</p>
          <p className="figures">
            701 2345 6789
            <br />
            111 1111 1111
          </p>
        </Stack>
      </Specimen>
      <Specimen name="Space: multiples of 4 px">
        <Row>
          {spaces.map((space) => (
            <span
              key={space}
              className={styles.space}
              style={{ width: `var(--space-${space})`, height: `var(--space-${space})` }}
            />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Corners: hair, small, usual, large, pill">
        <Row>
          {corners.map((name) => (
            <span key={name} className={styles.box} style={{ borderRadius: `var(--${name})` }} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Elevation: on the page, a surface with its rule, above the page with the one shadow">
        <Row>
          <span className={styles.box} style={{ background: "var(--page)" }} />
          <span className={styles.box} />
          <span className={styles.box} style={{ boxShadow: "var(--shadow)" }} />
        </Row>
      </Specimen>
      <Specimen name="Motion: quick for controls, calm for elements that appear, long while waiting. Hover to see it">
        <Row>
          {durations.map((name) => (
            <span key={name} className={styles.track}>
              <span className={styles.dot} style={{ transitionDuration: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Icons">
        <Row>
          {Object.entries(icons).map(([name, Icon]) => (
            <Icon key={name} label={name.replace("Icon", "")} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Illustrations">
        <Row>
          {Object.entries(illustrations).map(([name, Drawing]) => (
            <Drawing key={name} />
          ))}
        </Row>
      </Specimen>
    </>
  );
}
