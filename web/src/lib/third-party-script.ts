const pendingScripts = new Map<string, Promise<boolean>>();

/**
 * Loads somebody else's script once, without holding anything up. Only the sign-in document may (design 7); its addresses come from
 * the server. Answers false when it did not load; then the next call tries again. Never fails.
 */
export function loadScript(address: string): Promise<boolean> {
  const known = pendingScripts.get(address);
  if (known) return known;
  const loaded = new Promise<boolean>((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      pendingScripts.delete(address);
      resolve(false);
    };
    document.head.append(script);
  });
  pendingScripts.set(address, loaded);
  return loaded;
}

/** The same, but answers false when it takes longer than somebody who has pressed a button should wait. */
export function loadScriptWithTimeout(address: string, timeoutMs: number): Promise<boolean> {
  const timedOut = new Promise<boolean>((resolve) => {
    setTimeout(resolve, timeoutMs, false);
  });
  return Promise.race([loadScript(address), timedOut]);
}
