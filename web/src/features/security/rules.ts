const devicePatterns = [
  [/Android/, "Android phone"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows computer"],
  [/Macintosh/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux computer"],
] as const;

/** The default name of a passkey created here, which the user may change. */
export function deviceName(userAgent: string): string {
  return devicePatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "This device";
}

/**
 * Why a device created no passkey, as a message.
 * @param error the value thrown by the browser
 */
export function passkeyErrorMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError") return "No passkey was added: you cancelled, or it took too long. Try again.";
  if (name === "NotSupportedError" || name === "ConstraintError")
    return "This device can't save a passkey because it has no screen lock, fingerprint or PIN. Set one up, or use another device.";
  return "This device could not add a passkey. Nothing was changed. Try again, or use another device.";
}

/** A secret for typing, in groups of four. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

/** The content of the recovery codes file. */
export function formatRecoveryCodesFile(codes: readonly string[], brand: string, email: string): string {
  return [
    `${brand}: recovery codes for ${email}`,
    "Each code works once, instead of a code from your authenticator app. Keep them where only you can find them.",
    "",
    ...codes,
    "",
  ].join("\r\n");
}
