/** What a program calls itself, in words: `Chrome on Android`. What is no browser we know is another program. */
export async function describeDevice(userAgent: string): Promise<string> {
  const unknown = "Another program";
  if (userAgent === "") return unknown;
  const { default: bowser } = await import("bowser"); // only this list needs it
  const { browser, os } = bowser.parse(userAgent);
  return browser.name && os.name ? `${browser.name} on ${os.name}` : unknown;
}
