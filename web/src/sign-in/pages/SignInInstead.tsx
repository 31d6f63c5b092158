/** The way for who already has an account. */
export function SignInInstead() {
  return (
    <>
      Already have an account? <a href="/login">Sign in</a>
    </>
  );
}
