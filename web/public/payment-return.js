/*
 * Notifies the page around the payment frame that the payer has returned. The message only triggers a check on the
 * server; its content is not trusted [T-28].
 */
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // storage is blocked: the device's theme applies
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
