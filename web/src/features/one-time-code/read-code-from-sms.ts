import { object, regex, safeParse, string } from "zod/mini";

const smsCode = object({ code: string().check(regex(/^[0-9]{6}$/)) });

/**
 * Waits for an SMS whose last line names this site (WebOTP), where the browser can read one, and hands on its code. iPhones do the
 * same above the keyboard, without being asked. Nothing happens when the person does not agree.
 * @returns ends the wait
 */
export function readCodeFromSms(onCode: (code: string) => void): () => void {
  const controller = new AbortController();
  if ("OTPCredential" in window) {
    const request: CredentialRequestOptions & { readonly otp: { readonly transport: readonly string[] } } = {
      otp: { transport: ["sms"] },
      signal: controller.signal,
    };
    navigator.credentials
      .get(request)
      .then((credential) => {
        const read = safeParse(smsCode, credential);
        if (read.success) onCode(read.data.code);
      })
      .catch(() => undefined); // refused, or nothing came
  }
  return () => controller.abort();
}
