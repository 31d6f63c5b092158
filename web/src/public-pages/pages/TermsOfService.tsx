/** TermsOfService. */
export function TermsOfService() {
  return <h1>TermsOfService</h1>;
}
