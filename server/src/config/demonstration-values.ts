/**
 * Keys and names of a demonstration and its sandbox. `.env.example` shows them, so a production rejects each of
 * them in any setting.
 */
export const demonstrationValues = {
  FLW_SECRET_KEY: "sandbox-flw-secret-key",
  FLW_SECRET_HASH: "sandbox-flw-secret-hash",
  PREMBLY_API_KEY: "sandbox-prembly-api-key",
  PREMBLY_APP_ID: "sandbox-prembly-app-id",
  DOJAH_APP_ID: "sandbox-dojah-app-id",
  DOJAH_SECRET_KEY: "sandbox-dojah-secret-key",
  SMARTCOMPLY_ACCESS_TOKEN: "sandbox-smartcomply-access-token",
  MONO_SECRET_KEY: "test_sk_sandbox-mono",
  VINAUDIT_KEY: "sandbox-vinaudit-key",
  VINAUDIT_USER: "sandbox-vinaudit-user",
  VINAUDIT_PASSWORD: "sandbox-vinaudit-password",
  STOLEN_KEY: "sandbox-stolen-key",
  MATCH_KEY: "sandbox-match-key",
  LIVE_FACE_KEY: "sandbox-live-face-key",
  TERMII_API_KEY: "sandbox-termii-api-key",
  TERMII_SECRET_KEY: "sandbox-termii-secret-key",
  MAIL_FROM: "Idanimo <hello@idanimo.example>",
  GOOGLE_CLIENT_ID: "sandbox-google-client-id",
  GOOGLE_CLIENT_SECRET: "sandbox-google-client-secret",
  FB_APP_ID: "1000000000000001",
  FB_APP_SECRET: "sandbox-facebook-app-secret",
  TURNSTILE_SITE_KEY: "sandbox-turnstile-site-key",
  TURNSTILE_SECRET_KEY: "sandbox-turnstile-secret-key",
} as const;

/** Sender name of a demonstration; a production may use the same. */
export const demonstrationSender = "Idanimo";
