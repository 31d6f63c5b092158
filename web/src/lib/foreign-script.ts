const loading = new Map<string, Promise<boolean>>();

/**
 * Loads somebody else's script once, without holding anything up. Only the sign-in document may (design 7); its addresses come from
 * the server. Answers false when it did not load; then the next call tries again. Never fails.
 */
export function loadScript(address: string): Promise<boolean> {
  const known = loading.get(address);
  if (known) return known;
  const loaded = new Promise<boolean>((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      loading.delete(address);
      resolve(false);
    };
    document.head.append(script);
  });
  loading.set(address, loaded);
  return loaded;
}

/** The same, but answers false when it takes longer than somebody who has pressed a button should wait. */
export function loadScriptInTime(address: string, patienceMs: number): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, patienceMs, false);
  });
  return Promise.race([loadScript(address), late]);
}
