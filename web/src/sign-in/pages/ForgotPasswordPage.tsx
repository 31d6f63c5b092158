import { useState } from "react";
import { useCaptcha } from "../../features/captcha/use-captcha.tsx";
import { ForgotPasswordForm } from "../../features/password-reset/ForgotPasswordForm.tsx";
import { navigate } from "../../lib/router.ts";
import { rememberedEmail } from "../../lib/storage.ts";
import type { NoticeName } from "../arrival-notice.ts";
import { PageLayout } from "../PageLayout.tsx";

export function ForgotPasswordPage() {
  const check = useCaptcha("fpassword");
  const [email] = useState(rememberedEmail.get);
  return (
    <PageLayout
      title="Forgot your password?"
      lead="Enter the email on your account. We'll send you a link to set a new password."
      back="/login"
      after={
        <>
          Remembered it? <a href="/login">Sign in</a>
        </>
      }
    >
      <ForgotPasswordForm
        check={check}
        email={email}
        onSent={() => navigate("/login", { state: "reset_sent" satisfies NoticeName })}
      />
    </PageLayout>
  );
}
