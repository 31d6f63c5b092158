import { apiBase } from "@idanimo/contract/operation";
import { facebookLogin, googleLogin, type SocialProvider, socialStartPath } from "@idanimo/contract/social";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { call } from "../../lib/call.ts";
import { clientAddressInTime } from "../../lib/client-address.ts";
import { loadScript } from "../../lib/foreign-script.ts";
import { askSignInSettings, forgetSignInSettings, type SignInSettings } from "../../lib/sign-in-settings.ts";
import { type Entered, enteredBy } from "../../lib/signed-in.ts";
import { storedClientToken, storedIpAddress, storedLetInBy } from "../../lib/storage.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { tokenFromFacebook } from "./facebook.ts";
import type { Given } from "./given.ts";
import { offerOneTap, tokenFromGoogle } from "./google.ts";
import { FacebookMark, GoogleMark } from "./marks.tsx";
import { leftWords, providerNames, type Words, wordsOfRefusal } from "./words.ts";
import styles from "./SocialButtons.module.css";

const operations = { google: googleLogin, facebook: facebookLogin } as const;
const startAddress = (provider: SocialProvider) => apiBase + socialStartPath(provider);

type State =
  | { readonly at: "rest" }
  /** `sending` stays until another document is there. */
  | { readonly at: "asking" | "sending"; readonly provider: SocialProvider }
  | { readonly at: "refused"; readonly words: Words };

type Props = {
  /** Also offers the accounts that this browser has with Google, by itself. */
  readonly oneTap?: boolean;
  /** Around the buttons, only where there are any. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly onEntered: (entered: Entered) => void;
};

/**
 * Signs in, or opens an account, with what Google or Facebook knows. In a window of theirs; where the browser lets none open or
 * their script does not load, on their own page. Source: A§2, A§4, A§8.
 */
export function SocialButtons({ oneTap = false, above, below, onEntered }: Props) {
  const [settings, setSettings] = useState<SignInSettings | "none">();
  const [state, setState] = useState<State>({ at: "rest" });
  useEffect(() => {
    let here = true;
    void askSignInSettings().then((told) => here && setSettings(told ?? "none"));
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    // whoever is here was not let in: they left the provider's page, or came back to this one
    storedLetInBy.remove();
    const forget = () => storedLetInBy.remove();
    window.addEventListener("pageshow", forget);
    return () => window.removeEventListener("pageshow", forget);
  }, []);

  const send = useCallback(
    async (provider: SocialProvider, accessToken: string) => {
      setState({ at: "sending", provider });
      const { ip } = await clientAddressInTime();
      const answer = await call(operations[provider], {
        accessToken,
        deviceToken: storedClientToken.get() ?? null,
        ipAddress: ip,
        deviceName: "Web app",
      });
      forgetSignInSettings();
      if (!answer.ok) return setState({ at: "refused", words: wordsOfRefusal(provider, answer.problem) });
      if (ip) storedIpAddress.set(ip);
      const entered = enteredBy(answer.value);
      if (entered.step === "done") storedLetInBy.set(provider);
      else setState({ at: "rest" });
      onEntered(entered);
    },
    [onEntered],
  );

  const google = settings !== "none" && settings?.google;
  // who has pressed a button has chosen
  const offers = oneTap && state.at === "rest";
  useEffect(() => {
    if (!google || !offers) return;
    let takeBack: (() => void) | undefined;
    const stop = whenIdle(() => {
      takeBack = offerOneTap(google, (token) => void send("google", token));
    });
    return () => {
      stop();
      takeBack?.();
    };
  }, [google, offers, send]);

  async function ask(provider: SocialProvider, given: Promise<Given>) {
    setState({ at: "asking", provider });
    const got = await given;
    if (got.end === "token") return send(provider, got.token);
    if (got.end === "no-window") {
      storedLetInBy.set(provider); // for the page they come back to
      return location.assign(startAddress(provider));
    }
    setState({ at: "refused", words: { title: leftWords[provider] } });
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
          icon={<GoogleMark />}
          busy={busy("google")}
          {...fetchAhead(google.scriptUrl)}
          onClick={() => void ask("google", tokenFromGoogle(google))}
        >
          Continue with Google
        </Button>
      )}
      {facebook && (
        <Button
          wide
          icon={<FacebookMark />}
          busy={busy("facebook")}
          {...fetchAhead(facebook.scriptUrl)}
          onClick={() => void ask("facebook", tokenFromFacebook(facebook))}
        >
          Continue with Facebook
        </Button>
      )}
      {/* below what was pressed, so that nothing moves away under the finger */}
      <Said state={state} />
      {below}
    </div>
  );
}

/** A provider's script is fetched when somebody turns to its button, not before. */
const fetchAhead = (scriptUrl: string) => {
  const fetch = () => void loadScript(scriptUrl);
  return { onPointerEnter: fetch, onFocus: fetch };
};

function Said({ state }: { readonly state: State }) {
  if (state.at === "refused")
    return (
      <Notice tone="problem" announce title={state.words.title}>
        {state.words.text}
      </Notice>
    );
  if (state.at === "asking")
    return (
      <Notice tone="info" announce title={`Go on in ${providerNames[state.provider]}'s window.`}>
        No window?{" "}
        <a href={startAddress(state.provider)} onClick={() => storedLetInBy.set(state.provider)}>
          Go on in this one
        </a>
      </Notice>
    );
  return null;
}
