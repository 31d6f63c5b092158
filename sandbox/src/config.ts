import { SettingError } from "./kernel/setting-error.ts";

type ProviderKeys = {
  readonly flutterwaveSecretKey: string;
  readonly flutterwaveSecretHash: string;
  readonly premblyApiKey: string;
  readonly premblyAppId: string;
  readonly dojahAppId: string;
  readonly dojahSecretKey: string;
  readonly termiiApiKey: string;
  readonly termiiSecretKey: string;
  readonly googleClientId: string;
  readonly googleClientSecret: string;
  readonly facebookAppId: string;
  readonly facebookAppSecret: string;
  readonly turnstileSiteKey: string;
  readonly turnstileSecretKey: string;
  readonly smartcomplyAccessToken: string;
  readonly monoSecretKey: string;
  readonly vinauditKey: string;
  readonly vinauditUser: string;
  readonly vinauditPassword: string;
  readonly stolenKey: string;
  readonly matchKey: string;
  readonly liveFaceKey: string;
};

export type Settings = {
  /** TCP port of the pages and provider addresses; 0 takes any free one. */
  readonly port: number;
  /** TCP port of the mail catcher; 0 takes any free one. */
  readonly smtpPort: number;
  /** File of the state; undefined stores it in memory. */
  readonly dataFile: string | undefined;
  /** Origin of the product, without a slash at the end: webhooks are posted below it. */
  readonly productUrl: string;
  /** Value of the `Idanimo-Mode` header of webhooks; undefined: none is sent. */
  readonly productMode: string | undefined;
  /** Ends the program when its standard input closes, so that it never outlives its parent. */
  readonly watchStdin: boolean;
  /** Whether browsers are signed in to Google at the start. */
  readonly googleSession: boolean;
  readonly keys: ProviderKeys;
};

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPort = 8090;
const highestPort = 65_535;

/** Reads every setting of the sandbox. @throws SettingError for an invalid one */
export function readSettings(env: Environment): Settings {
  const port = readPort(env, "SANDBOX_PORT", defaultPort);
  return {
    port,
    smtpPort: readPort(env, "SANDBOX_SMTP_PORT", port === 0 ? 0 : port + 1),
    dataFile: env["SANDBOX_DATA"] || undefined,
    productUrl: readOrigin(env, "PRODUCT_URL", "http://localhost:8080"),
    productMode: env["PRODUCT_MODE"] || undefined,
    watchStdin: readFlag(env, "SANDBOX_WATCH_STDIN"),
    googleSession: readFlag(env, "SANDBOX_GOOGLE_SESSION", "1"),
    keys: {
      flutterwaveSecretKey: env["FLW_SECRET_KEY"] || "sandbox-flw-secret-key",
      flutterwaveSecretHash: env["FLW_SECRET_HASH"] || "sandbox-flw-secret-hash",
      premblyApiKey: env["PREMBLY_API_KEY"] || "sandbox-prembly-api-key",
      premblyAppId: env["PREMBLY_APP_ID"] || "sandbox-prembly-app-id",
      dojahAppId: env["DOJAH_APP_ID"] || "sandbox-dojah-app-id",
      dojahSecretKey: env["DOJAH_SECRET_KEY"] || "sandbox-dojah-secret-key",
      termiiApiKey: env["TERMII_API_KEY"] || "sandbox-termii-api-key",
      termiiSecretKey: env["TERMII_SECRET_KEY"] || "sandbox-termii-secret-key",
      googleClientId: env["GOOGLE_CLIENT_ID"] || "sandbox-google-client-id",
      googleClientSecret: env["GOOGLE_CLIENT_SECRET"] || "sandbox-google-client-secret",
      facebookAppId: env["FB_APP_ID"] || "1000000000000001",
      facebookAppSecret: env["FB_APP_SECRET"] || "sandbox-facebook-app-secret",
      turnstileSiteKey: env["TURNSTILE_SITE_KEY"] || "sandbox-turnstile-site-key",
      turnstileSecretKey: env["TURNSTILE_SECRET_KEY"] || "sandbox-turnstile-secret-key",
      smartcomplyAccessToken: env["SMARTCOMPLY_ACCESS_TOKEN"] || "sandbox-smartcomply-access-token",
      monoSecretKey: env["MONO_SECRET_KEY"] || "test_sk_sandbox-mono",
      vinauditKey: env["VINAUDIT_KEY"] || "sandbox-vinaudit-key",
      vinauditUser: env["VINAUDIT_USER"] || "sandbox-vinaudit-user",
      vinauditPassword: env["VINAUDIT_PASSWORD"] || "sandbox-vinaudit-password",
      stolenKey: env["STOLEN_KEY"] || "sandbox-stolen-key",
      matchKey: env["MATCH_KEY"] || "sandbox-match-key",
      liveFaceKey: env["LIVE_FACE_KEY"] || "sandbox-live-face-key",
    },
  };
}

/**
 * Settings of a second sandbox in the same program, with state and keys of its own, for the product's test mode;
 * undefined without one.
 */
export function readTestModeSettings(env: Environment): Settings | undefined {
  const port = env["SANDBOX_TEST_MODE_PORT"];
  if (port === undefined || port === "") return undefined;
  return {
    ...readSettings({ PRODUCT_URL: env["PRODUCT_URL"], PRODUCT_MODE: "test" }),
    port: readPort(env, "SANDBOX_TEST_MODE_PORT", 0),
    smtpPort: 0,
    dataFile: env["SANDBOX_DATA"] ? `${env["SANDBOX_DATA"]}-test-mode` : undefined,
  };
}

function readPort(env: Environment, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= highestPort) return port;
  throw new SettingError(`${name} must be a port number from 0 to ${highestPort}, but it is "${text}".`);
}

function readOrigin(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url.href.replace(/\/+$/, "");
  throw new SettingError(`${name} must be an http or https address, but it is "${text}".`);
}

function readFlag(env: Environment, name: string, fallback: "0" | "1" = "0"): boolean {
  const text = env[name] || fallback;
  if (text === "0" || text === "1") return text === "1";
  throw new SettingError(`${name} must be 0 or 1, but it is "${text}".`);
}
