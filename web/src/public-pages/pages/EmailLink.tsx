export function EmailLink({ to }: { readonly to: string }) {
  return <a href={`mailto:${to}`}>{to}</a>;
}
