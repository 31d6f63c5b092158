/** Questions. */
export function Questions() {
  return <h1>Questions</h1>;
}
