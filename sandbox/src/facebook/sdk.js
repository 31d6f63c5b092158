// A stand-in for Facebook's script, with the calls a sign-in page makes.
(() => {
  const base = new URL("./", document.currentScript.src);
  const closedCheckMs = 300;
  const unknown = () => ({ status: "unknown", authResponse: null });
  let settings;

  function login(done) {
    if (!settings?.appId) return; // the real one writes a line to the console
    const channel = crypto.randomUUID();
    const url = new URL(`${settings.version ?? "v25.0"}/dialog/oauth`, base);
    url.search = new URLSearchParams({ client_id: settings.appId, display: "popup", origin: location.origin, channel });
    const popup = window.open(url.href, "facebook_login", "width=500,height=640");
    if (!popup) return done(unknown());
    let over = false;
    const end = (result) => {
      if (over) return;
      over = true;
      clearInterval(timer);
      window.removeEventListener("message", heard);
      done(result);
    };
    const heard = ({ origin, data }) => {
      if (origin !== base.origin || data?.channel !== channel) return;
      end(data.cancelled ? unknown() : { status: "connected", authResponse: data.answer });
    };
    window.addEventListener("message", heard);
    // a message sent just before closing takes precedence
    const timer = setInterval(() => popup.closed && setTimeout(() => end(unknown()), closedCheckMs), closedCheckMs);
  }

  window.FB = {
    init(given) {
      settings = given;
    },
    login: (done) => login(done),
    getLoginStatus: (done) => done(unknown()),
    logout: (done) => done?.(unknown()),
  };
  window.fbAsyncInit?.();
})();
