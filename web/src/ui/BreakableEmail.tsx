/** A text in which an email address too long for its line breaks before the @, not inside a word. */
export function BreakableEmail({ text }: { readonly text: string }) {
  const at = text.indexOf("@");
  if (at < 1) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
