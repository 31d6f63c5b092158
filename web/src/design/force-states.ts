/** What a pointer, the keyboard or a finger does to a control, by the word that stands in `data-state`. */
const states = [
  { word: "hover", pseudo: ":hover", of: ":is(a, button, input, select, textarea, label)" },
  { word: "focus", pseudo: ":focus-visible", of: ":is(a, button, input, select, textarea)" },
  { word: "pressed", pseudo: ":active", of: ":is(a, button)" },
] as const;

/**
 * Lets a control be shown as it looks under a pointer without one: each rule of the product for such a state gets a twin for what
 * stands inside `data-state`. So the living page shows the product's own rules, not a drawing of them.
 */
export function forceStates(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = group.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = group.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const state = states.find(({ pseudo }) => rule.selectorText.includes(pseudo));
      if (!state) continue;
      // weighs as much as the pseudo-class it stands for, so that the same rules win
      const twin = `:where([data-state="${state.word}"] ${state.of}):not(.none)`;
      const selector = rule.selectorText.replaceAll(state.pseudo, twin);
      group.insertRule(`${selector} { ${rule.style.cssText} }`, at + 1);
    } else if (rule instanceof CSSGroupingRule) forceStates(rule);
  }
}
