const pendingScripts = new Map<string, Promise<boolean>>();

/**
 * Loads a third-party script once, without blocking. Only the sign-in document may use it; the server supplies the
 * URLs. Resolves to false if it did not load; the next call tries again. Never fails.
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

/** {@link loadScript}, but resolves to false after a timeout, for a user who has clicked a button. */
export function loadScriptWithTimeout(address: string, timeoutMs: number): Promise<boolean> {
  const timedOut = new Promise<boolean>((resolve) => {
    setTimeout(resolve, timeoutMs, false);
  });
  return Promise.race([loadScript(address), timedOut]);
}
