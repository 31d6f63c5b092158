/** A mail address as a link. */
export function Mail({ to }: { readonly to: string }) {
  return <a href={`mailto:${to}`}>{to}</a>;
}
