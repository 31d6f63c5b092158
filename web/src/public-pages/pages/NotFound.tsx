/** NotFound. */
export function NotFound() {
  return <h1>NotFound</h1>;
}
