import { createHmac } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import type { HttpResponse } from "../http-client.ts";
import { membersOf, wireText } from "../wire-json.ts";
import type { SocialSignIn, SocialSignInResult } from "./port.ts";
import { parseId, personResult, refusedResult, unreachableResult } from "./results.ts";

/** Facebook: the popup's user token, and redirect with a code. [T-14] */

export type FacebookSettings = {
  readonly appId: string;
  readonly appSecret: string;
  /** With its version: `https://graph.facebook.com/v25.0`. */
  readonly graphUrl: string;
  readonly dialogUrl: string;
  readonly scriptUrl: string;
};

const requestTimeoutMs = 10_000;

/**
 * Whether Facebook rejects what the browser sent: a token of another application, a used code. Its other codes,
 * such as 1, 101 and 190, reject our own application or its secret.
 */
function isAboutGivenToken({ status, json }: HttpResponse): boolean {
  return status === 400 && wireText(membersOf(membersOf(json)["error"])["code"]) === "100";
}

function findFault(response: HttpResponse): string | undefined {
  return defaultFault(response) ?? (response.status === 400 && !isAboutGivenToken(response) ? "auth" : undefined);
}

export function facebookSignIn(client: ProviderClient, settings: FacebookSettings, clock: Clock): SocialSignIn {
  const { appId, appSecret, graphUrl, dialogUrl, scriptUrl } = settings;

  /** Facebook takes its parameters in the URL, which only this server's calls use. */
  function ask(path: string, parameters: Readonly<Record<string, string>>) {
    const url = `${joinUrl(graphUrl, path)}?${new URLSearchParams(parameters).toString()}`;
    return client.request({ method: "GET", url, totalMs: requestTimeoutMs }, findFault);
  }

  async function identify(token: string): Promise<SocialSignInResult> {
    const about = await ask("debug_token", { input_token: token, access_token: `${appId}|${appSecret}` });
    if (about.kind !== "response") return unreachableResult(about.why);
    if (isAboutGivenToken(about)) return refusedResult("token");
    const info = membersOf(membersOf(about.json)["data"]);
    if (about.status !== 200) return unreachableResult("debug_token");
    if (info["is_valid"] !== true || info["app_id"] !== appId || info["type"] !== "USER") return refusedResult("token");
    const endsAt = Number(info["expires_at"]); // 0: does not expire
    if (!(endsAt === 0 || endsAt * 1_000 > clock.now().getTime())) return refusedResult("expired");
    const subject = parseId(info, "user_id");
    if (subject === undefined) return refusedResult("subject");

    const proof = createHmac("sha256", appSecret).update(token).digest("hex");
    const fields = "id,first_name,last_name,name,email";
    const who = await ask("me", { fields, access_token: token, appsecret_proof: proof });
    if (who.kind !== "response" || who.status !== 200) return unreachableResult("me");
    const profile = membersOf(who.json);
    if (parseId(profile, "id") !== subject) return refusedResult("subject");
    return personResult("facebook", {
      subject,
      email: wireText(profile["email"]), // Facebook returns confirmed addresses only
      firstName: profile["first_name"],
      lastName: profile["last_name"],
      name: profile["name"],
    });
  }

  return {
    provider: "facebook",
    clientId: appId,
    scriptUrl,
    version: /\/(v\d+\.\d+)\/?$/.exec(graphUrl)?.[1] ?? "v25.0",
    identify,

    begin({ state }, returnTo) {
      const address = new URL(dialogUrl);
      const parameters = { client_id: appId, redirect_uri: returnTo, state, scope: "public_profile,email" };
      for (const [name, value] of Object.entries({ ...parameters, response_type: "code" }))
        address.searchParams.set(name, value);
      return Promise.resolve(address.href);
    },

    async finish(returned, _secrets, returnTo) {
      const code = returned.searchParams.get("code");
      if (returned.searchParams.get("error") === "access_denied") return { kind: "cancelled", why: "access_denied" };
      if (code === null) return refusedResult("no_code");
      const parameters = { client_id: appId, client_secret: appSecret, redirect_uri: returnTo, code };
      const end = await ask("oauth/access_token", parameters);
      if (end.kind !== "response") return unreachableResult(end.why);
      const token = end.status === 200 ? wireText(membersOf(end.json)["access_token"]) : undefined;
      if (token === undefined)
        return isAboutGivenToken(end) ? refusedResult("code") : unreachableResult("access_token");
      return identify(token);
    },
  };
}
