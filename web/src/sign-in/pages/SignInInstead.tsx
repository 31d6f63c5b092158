/** The link for users who already have an account. */
export function SignInInstead() {
  return (
    <>
      Already have an account? <a href="/login">Sign in</a>
    </>
  );
}
