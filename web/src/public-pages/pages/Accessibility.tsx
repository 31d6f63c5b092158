/** Accessibility. */
export function Accessibility() {
  return <h1>Accessibility</h1>;
}
