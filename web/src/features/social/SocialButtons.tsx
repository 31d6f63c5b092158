import { apiBase } from "@idanimo/contract/operation";
import { facebookLogin, googleLogin, type SocialProvider, socialStartPath } from "@idanimo/contract/social";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { call } from "../../lib/call.ts";
import { fetchClientAddressWithTimeout } from "../../lib/client-address.ts";
import { loadScript } from "../../lib/third-party-script.ts";
import { fetchSignInSettings, clearSignInSettings, type SignInSettings } from "../../lib/sign-in-settings.ts";
import { type SignInResult, readSignInResult } from "../../lib/sign-in-result.ts";
import { storedClientToken, storedIpAddress, storedSocialSignIn } from "../../lib/storage.ts";
import { runWhenIdle } from "../../lib/when-idle.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { requestFacebookToken } from "./facebook.ts";
import type { TokenResult } from "./token-result.ts";
import { offerOneTap, requestGoogleToken } from "./google.ts";
import { FacebookLogo, GoogleLogo } from "./provider-logos.tsx";
import { cancelledTitles, providerNames, type SocialError, socialErrorOf } from "./messages.ts";
import styles from "./SocialButtons.module.css";

const loginOperations = { google: googleLogin, facebook: facebookLogin } as const;
const startAddress = (provider: SocialProvider) => apiBase + socialStartPath(provider);

type SignInState =
  | { readonly at: "rest" }
  /** `sending` lasts until another document has loaded. */
  | { readonly at: "asking" | "sending"; readonly provider: SocialProvider }
  | { readonly at: "refused"; readonly words: SocialError };

type Props = {
  /** Also shows Google One Tap for the browser's Google accounts. */
  readonly oneTap?: boolean;
  /** Content around the buttons; rendered only if there are buttons. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly onEntered: (entered: SignInResult) => void;
};

/**
 * Signs in or signs up with a Google or Facebook account, in the provider's popup. If the popup is blocked or the
 * script does not load, redirects to the provider's page.
 */
export function SocialButtons({ oneTap = false, above, below, onEntered }: Props) {
  const [settings, setSettings] = useState<SignInSettings | "none">();
  const [state, setState] = useState<SignInState>({ at: "rest" });
  useEffect(() => {
    let here = true;
    void fetchSignInSettings().then((reported) => here && setSettings(reported ?? "none"));
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    // an earlier redirect did not end in a sign-in: the user left the provider's page or came back
    storedSocialSignIn.remove();
    const forget = () => storedSocialSignIn.remove();
    window.addEventListener("pageshow", forget);
    return () => window.removeEventListener("pageshow", forget);
  }, []);

  const send = useCallback(
    async (provider: SocialProvider, accessToken: string) => {
      setState({ at: "sending", provider });
      const { ip } = await fetchClientAddressWithTimeout();
      const result = await call(loginOperations[provider], {
        accessToken,
        deviceToken: storedClientToken.get() ?? null,
        ipAddress: ip,
        deviceName: "Web app",
      });
      clearSignInSettings();
      if (!result.ok) return setState({ at: "refused", words: socialErrorOf(provider, result.problem) });
      if (ip) storedIpAddress.set(ip);
      const entered = readSignInResult(result.value);
      if (entered.step === "done") storedSocialSignIn.set(provider);
      else setState({ at: "rest" });
      onEntered(entered);
    },
    [onEntered],
  );

  const google = settings !== "none" && settings?.google;
  // a user who has pressed a button has chosen
  const offers = oneTap && state.at === "rest";
  useEffect(() => {
    if (!google || !offers) return;
    let cancelOffer: (() => void) | undefined;
    const stop = runWhenIdle(() => {
      cancelOffer = offerOneTap(google, (token) => void send("google", token));
    });
    return () => {
      stop();
      cancelOffer?.();
    };
  }, [google, offers, send]);

  async function requestToken(provider: SocialProvider, tokenRequest: Promise<TokenResult>) {
    setState({ at: "asking", provider });
    const tokenResult = await tokenRequest;
    if (tokenResult.end === "token") return send(provider, tokenResult.token);
    if (tokenResult.end === "no-window") {
      storedSocialSignIn.set(provider); // for the page after the redirect
      return location.assign(startAddress(provider));
    }
    setState({ at: "refused", words: { title: cancelledTitles[provider] } });
  }

  if (settings === undefined) return <div className={styles.reserved} aria-hidden="true" />;
  if (settings === "none" || (!settings.google && !settings.facebook)) return null;
  const { facebook } = settings;
  const busy = (provider: SocialProvider) => state.at === "sending" && state.provider === provider && "Signing in…";
  return (
    <div className={styles.ways}>
      {above}
      {google && (
        <Button
          wide
          icon={<GoogleLogo />}
          busy={busy("google")}
          {...preloadOnIntent(google.scriptUrl)}
          onClick={() => void requestToken("google", requestGoogleToken(google))}
        >
          Continue with Google
        </Button>
      )}
      {facebook && (
        <Button
          wide
          icon={<FacebookLogo />}
          busy={busy("facebook")}
          {...preloadOnIntent(facebook.scriptUrl)}
          onClick={() => void requestToken("facebook", requestFacebookToken(facebook))}
        >
          Continue with Facebook
        </Button>
      )}
      {/* below the buttons, so that the pressed button does not move */}
      <SignInStatus state={state} />
      {below}
    </div>
  );
}

/** Loads a provider's script when the user hovers or focuses its button, not before. */
const preloadOnIntent = (scriptUrl: string) => {
  const fetch = () => void loadScript(scriptUrl);
  return { onPointerEnter: fetch, onFocus: fetch };
};

function SignInStatus({ state }: { readonly state: SignInState }) {
  if (state.at === "refused")
    return (
      <Notice tone="problem" announce title={state.words.title}>
        {state.words.text}
      </Notice>
    );
  if (state.at === "asking")
    return (
      <Notice tone="info" announce title={`Continue in the ${providerNames[state.provider]} window.`}>
        No window?{" "}
        <a href={startAddress(state.provider)} onClick={() => storedSocialSignIn.set(state.provider)}>
          Continue here
        </a>
      </Notice>
    );
  return null;
}
