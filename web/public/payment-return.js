/*
 * Tells the page around the payment frame that the payer came back. It is a hint to ask the server, nothing more: what was
 * paid is never taken from here. Source: T-28.
 */
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // storage is forbidden here: the theme of the device it is
  }
  if (window.parent === window) {
    const home = document.querySelector("a");
    if (home) home.hidden = false;
    return;
  }
  const query = new URLSearchParams(location.search);
  const [txRef, status] = [query.get("tx_ref") ?? "", query.get("status") ?? ""];
  window.parent.postMessage({ type: "idanimo:payment-return", txRef, status }, location.origin);
})();
