/** Pseudo-classes by the word in `data-state` that simulates them. */
const states = [
  { word: "hover", pseudo: ":hover", of: ":is(a, button, input, select, textarea, label)" },
  { word: "focus", pseudo: ":focus-visible", of: ":is(a, button, input, select, textarea)" },
  { word: "pressed", pseudo: ":active", of: ":is(a, button)" },
] as const;

/**
 * Shows controls in interaction states without interaction: copies each rule with a state's pseudo-class for the
 * elements inside a matching `data-state`. So the design page uses the product's own rules.
 */
export function forceStates(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = group.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = group.cssRules[at];
    if (rule instanceof CSSStyleRule) {
      const state = states.find(({ pseudo }) => rule.selectorText.includes(pseudo));
      if (!state) continue;
      // has the specificity of the pseudo-class that it replaces, so that the same rules win
      const twin = `:where([data-state="${state.word}"] ${state.of}):not(.none)`;
      const selector = rule.selectorText.replaceAll(state.pseudo, twin);
      group.insertRule(`${selector} { ${rule.style.cssText} }`, at + 1);
    } else if (rule instanceof CSSGroupingRule) forceStates(rule);
  }
}
