import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { LoginForm, type SignedIn } from "../../features/sign-in/LoginForm.tsx";
import { storedBusinessDraft, storedRoot, storedSignUpDraft } from "../../lib/storage.ts";
import { Column } from "../Column.tsx";
import { go } from "../place.ts";

/** `/login`. Source: A§2. */
export function LoginPage() {
  const check = usePersonCheck("login");
  return (
    <Column
      title="Sign in"
      lead="With the email and password of your account."
      after={
        <>
          No account yet? <a href="/sign-up">Create one</a>
        </>
      }
    >
      <LoginForm check={check} onSignedIn={enter} onNotActivated={askForCode} />
    </Column>
  );
}

/** A whole new page, so that nothing of this document lives beside payments and results. */
function enter({ firstName, lastName, expirationDate }: SignedIn) {
  storedSignUpDraft.remove();
  storedBusinessDraft.remove();
  storedRoot.set({ isAuthenticated: true, firstName, lastName, expirationDate });
  location.replace("/main-dashboard");
}

function askForCode({ id, email }: { readonly id: string; readonly email: string }) {
  const before = storedSignUpDraft.get();
  storedSignUpDraft.set({ ...(before?.email === email && before), email, id });
  go("/verify-otp?waiting=1");
}
