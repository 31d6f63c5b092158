import { object, regex, safeParse, string } from "zod/mini";

const smsCode = object({ code: string().check(regex(/^[0-9]{6}$/)) });

/**
 * Waits for an SMS whose last line names this site (WebOTP), if the browser supports it, and passes on its code.
 * iPhones suggest the code above the keyboard without it. Nothing happens if the user declines.
 * @returns a function that ends the wait
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
      .catch(() => undefined); // declined, or no SMS arrived
  }
  return () => controller.abort();
}
