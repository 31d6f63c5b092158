import { minLength, object, safeParse, string } from "zod/mini";
import { loadScriptWithTimeout } from "../../lib/third-party-script.ts";
import type { SignInSettings } from "../../lib/sign-in-settings.ts";
import { type TokenResult, scriptTimeoutMs } from "./token-result.ts";

type Settings = NonNullable<SignInSettings["facebook"]>;

/** The parts of Facebook's script that are used. Its callback's argument is validated before it is read. */
type Facebook = {
  readonly init: (settings: { appId: string; version: string; cookie: false; xfbml: false }) => void;
  readonly login: (callback: (response: unknown) => void, options: { scope: string }) => void;
};
declare global {
  interface Window {
    FB?: Facebook;
  }
}

const loginResponse = object({ authResponse: object({ accessToken: string().check(minLength(1)) }) });

/** Requests an access token in Facebook's popup. Call it from a user gesture, or the browser blocks the popup. */
export async function requestFacebookToken(settings: Settings): Promise<TokenResult> {
  await loadScriptWithTimeout(settings.scriptUrl, scriptTimeoutMs);
  const facebook = window.FB;
  if (!facebook) return { end: "no-window" };
  facebook.init({ appId: settings.appId, version: settings.version, cookie: false, xfbml: false });
  return new Promise((resolve) => {
    const opened = opensPopup(() =>
      facebook.login(
        (response) => {
          const read = safeParse(loginResponse, response);
          const tokenResult: TokenResult = read.success
            ? { end: "token", token: read.data.authResponse.accessToken }
            : { end: "left" };
          // for a blocked popup the script may report a cancellation at once: the result of the popup check comes
          // first
          queueMicrotask(() => resolve(tokenResult));
        },
        { scope: "public_profile,email" },
      ),
    );
    if (!opened) resolve({ end: "no-window" });
  });
}

/**
 * Whether the popup opened. Facebook's script does not report a blocked popup, so its call of `window.open` is
 * intercepted.
 */
function opensPopup(act: () => void): boolean {
  const open = window.open;
  let rejected = false;
  window.open = (...how) => {
    const opened = open.apply(window, how);
    rejected ||= opened === null;
    return opened;
  };
  try {
    act();
  } finally {
    window.open = open;
  }
  return !rejected;
}
