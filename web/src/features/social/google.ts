import { minLength, object, safeParse, string } from "zod/mini";
import { loadScript, loadScriptWithTimeout } from "../../lib/third-party-script.ts";
import type { SignInSettings } from "../../lib/sign-in-settings.ts";
import { type TokenResult, scriptTimeoutMs } from "./token-result.ts";

type Settings = NonNullable<SignInSettings["google"]>;

/**
 * The parts of Google's sign-in script that are used. Its callbacks' arguments are validated before they are read.
 */
type Google = {
  readonly accounts?: {
    readonly id?: {
      readonly initialize: (settings: {
        client_id: string;
        nonce: string;
        callback: (response: unknown) => void;
        context: "signin";
        auto_select: false;
        cancel_on_tap_outside: false;
        use_fedcm_for_prompt: true;
      }) => void;
      readonly prompt: () => void;
      readonly cancel: () => void;
    };
    readonly oauth2?: {
      readonly initTokenClient: (settings: {
        client_id: string;
        scope: string;
        callback: (response: unknown) => void;
        error_callback: (error: unknown) => void;
      }) => { readonly requestAccessToken: () => void };
    };
  };
};
declare global {
  interface Window {
    google?: Google;
  }
}

const credentialResponse = object({ credential: string().check(minLength(1)) });
const tokenResponse = object({ access_token: string().check(minLength(1)) });
const popupError = object({ type: string() });

/** Interval of the checks whether Google's script has loaded [SOCIAL-04]. */
const scriptCheckMs = 100;

/**
 * Shows Google One Tap as soon as its script has loaded.
 * @param onCredential receives the ID token
 * @returns a function that removes the prompt
 */
export function offerOneTap(settings: Settings, onCredential: (token: string) => void): () => void {
  const timer = setInterval(() => {
    const card = window.google?.accounts?.id;
    if (!card) return;
    clearInterval(timer);
    card.initialize({
      client_id: settings.clientId,
      nonce: settings.nonce,
      callback: (response) => {
        const read = safeParse(credentialResponse, response);
        if (read.success) onCredential(read.data.credential);
      },
      context: "signin",
      auto_select: false,
      cancel_on_tap_outside: false,
      use_fedcm_for_prompt: true,
    });
    card.prompt();
  }, scriptCheckMs);
  function cancelOffer() {
    clearInterval(timer);
    removeEventListener("input", cancelOffer);
    window.google?.accounts?.id?.cancel();
  }
  // typing is a choice of another method; on a phone the prompt would cover the form
  addEventListener("input", cancelOffer);
  void loadScript(settings.scriptUrl).then((loaded) => loaded || cancelOffer());
  return cancelOffer;
}

/** Requests an access token in Google's popup. Call it from a user gesture, or the browser blocks the popup. */
export async function requestGoogleToken(settings: Settings): Promise<TokenResult> {
  await loadScriptWithTimeout(settings.scriptUrl, scriptTimeoutMs);
  const client = window.google?.accounts?.oauth2;
  if (!client) return { end: "no-window" };
  return new Promise((resolve) => {
    const request = client.initTokenClient({
      client_id: settings.clientId,
      scope: "openid email profile",
      callback: (response) => {
        const read = safeParse(tokenResponse, response);
        resolve(read.success ? { end: "token", token: read.data.access_token } : { end: "left" });
      },
      error_callback: (error) => {
        const read = safeParse(popupError, error);
        resolve({ end: read.success && read.data.type === "popup_failed_to_open" ? "no-window" : "left" });
      },
    });
    request.requestAccessToken();
  });
}
