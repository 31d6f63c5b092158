/** The browser family of a User-Agent header, to which a sign-in is bound. An update of the browser keeps it. */
export function browserFamily(userAgent: string): string {
  const families = [
    ["Edge", /\bEdg/],
    ["Opera", /\bOPR\//],
    ["Firefox", /\bFirefox\//],
    ["Chrome", /\bChrom(e|ium)\//],
    ["Safari", /\bSafari\//],
  ] as const;
  return families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "other";
}
