/*
 * Passes the query of /sms on to the server and shows nothing. Without the gateway's signature it has no effect there. The
 * query is removed from the address bar, so that it is in no history and on no screen [SMS-01 SMS-02 T-40].
 */
(() => {
  const given = new URLSearchParams(location.search);
  history.replaceState(null, "", location.pathname);
  const [from, message] = [given.get("from") ?? "", given.get("message") ?? ""];
  if (!from && !message) return;
  const query = new URLSearchParams({ from, message });
  fetch(`/api/v2/sms/receive?${query}`, { cache: "no-store", credentials: "omit", keepalive: true }).catch(() => {});
})();
