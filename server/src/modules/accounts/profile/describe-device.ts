/** Describes a user agent: `Chrome on Android`, or "Another program" if it is not a known browser. */
export async function describeDevice(userAgent: string): Promise<string> {
  const unknown = "Another program";
  if (userAgent === "") return unknown;
  const { default: bowser } = await import("bowser"); // loaded on demand: only this function needs it
  const { browser, os } = bowser.parse(userAgent);
  return browser.name && os.name ? `${browser.name} on ${os.name}` : unknown;
}
