/**
 * Follows the pages of a sign-in provider like a browser, and submits one button of its account picker.
 * @param address the URL that the product redirects to
 * @param button the form field of the button, such as `account=1`
 * @returns the URL that leaves the provider
 */
export async function submitAccountPicker(address: string, button: string): Promise<URL> {
  const { origin } = new URL(address);
  const jar = new Map<string, string>();
  const visit = async (url: string, options: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...options, redirect: "manual", headers: { cookie, ...options.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return response;
  };
  /** Follows redirects within the provider; returns the page, or the URL that leaves it. */
  const follow = async (response: Response): Promise<{ html: string } | { left: URL }> => {
    const location = response.headers.get("location");
    if (location === null) return { html: await response.text() };
    const next = new URL(location, origin);
    return next.origin === origin ? follow(await visit(next.href)) : { left: next };
  };
  const shown = await follow(await visit(address));
  if ("left" in shown) return shown.left;
  const action = /action="([^"]+)"/.exec(shown.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const submitted = await follow(await visit(origin + action, { method: "POST", headers, body: button }));
  if (!("left" in submitted)) throw new Error(`no redirect: ${submitted.html}`);
  return submitted.left;
}
