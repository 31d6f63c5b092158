// A stand-in for Google's sign-in script, with the calls a page makes: one-tap, the button, and the popup for an access token.
(() => {
  const base = new URL("./", document.currentScript.src);
  const closedCheckMs = 300;
  let settings;
  let card;
  let dismissed = false;
  let cancelled = 0;

  const newChannel = () => crypto.randomUUID();

  function addressOf(values) {
    const url = new URL("select", base);
    for (const [name, value] of Object.entries({ origin: location.origin, ...values }))
      if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  /** Listens to one channel of our own pages; returns a function that stops. */
  function hear(channel, heard) {
    const onMessage = (event) => {
      if (event.origin === base.origin && event.data?.channel === channel) heard(event.data);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }

  /** Opens a window and calls back exactly once. */
  function openWindow(values, ends) {
    const channel = newChannel();
    const popup = window.open(addressOf({ ...values, channel, ux: "popup" }), "google_sign_in", "width=500,height=640");
    if (!popup) return ends.failedToOpen();
    let over = false;
    const once = (end) => {
      if (over) return;
      over = true;
      clearInterval(timer);
      deaf();
      end();
    };
    const deaf = hear(channel, ({ answer, cancelled }) =>
      once(() => (cancelled ? ends.cancelled() : ends.answered(answer))),
    );
    // a message sent just before closing takes precedence
    const timer = setInterval(() => popup.closed && setTimeout(() => once(ends.closed), closedCheckMs), closedCheckMs);
  }

  const moment = (type, reason) => ({
    getMomentType: () => type,
    isDisplayMoment: () => type === "display",
    isDisplayed: () => type === "display" && reason === undefined,
    isNotDisplayed: () => type === "display" && reason !== undefined,
    getNotDisplayedReason: () => (type === "display" ? reason : undefined),
    isSkippedMoment: () => type === "skipped",
    getSkippedReason: () => (type === "skipped" ? reason : undefined),
    isDismissedMoment: () => type === "dismissed",
    getDismissedReason: () => (type === "dismissed" ? reason : undefined),
  });

  function giveCredential({ credential }, select_by) {
    settings.callback?.({ credential, select_by });
  }

  async function hasSession() {
    try {
      const answer = await fetch(new URL("status", base));
      return (await answer.json()).session;
    } catch {
      return false;
    }
  }

  function takeCardAway() {
    card?.remove();
    card = undefined;
  }

  function showCard(listener) {
    const channel = newChannel();
    const { client_id, nonce } = settings;
    card = document.createElement("iframe");
    card.id = "credential_picker_iframe";
    card.title = "Sign in with Google";
    card.src = addressOf({ client_id, nonce, channel, ux: "card", rows: innerWidth < 600 ? 1 : 2, kind: "credential" });
    Object.assign(card.style, {
      position: "fixed",
      zIndex: "9999",
      width: "min(340px, calc(100vw - 32px))",
      height: "136px",
      border: "0",
      borderRadius: "12px",
      boxShadow: "0 4px 24px rgb(0 0 0 / 25%)",
      colorScheme: "normal",
      ...(innerWidth < 600 ? { bottom: "16px", left: "16px" } : { top: "16px", right: "16px" }),
    });
    const end = (reason, answer) => {
      deaf();
      removeEventListener("pointerdown", outside);
      takeCardAway();
      dismissed = reason !== "credential_returned";
      if (answer) giveCredential(answer, "user");
      listener?.(dismissed ? moment("skipped", reason) : moment("dismissed", reason));
    };
    const deaf = hear(channel, ({ answer, cancelled, height }) => {
      if (height) card.style.height = `${height}px`;
      else end(cancelled ? "user_cancel" : "credential_returned", answer);
    });
    const outside = () => end("tap_outside");
    if (settings.cancel_on_tap_outside !== false) addEventListener("pointerdown", outside);
    document.body.append(card);
    listener?.(moment("display"));
  }

  const labels = {
    signin_with: "Sign in with Google",
    signup_with: "Sign up with Google",
    continue_with: "Continue with Google",
    signin: "Sign in",
  };

  const id = {
    initialize(given) {
      settings = given;
    },
    prompt(listener) {
      if (!settings?.client_id) return listener?.(moment("display", "missing_client_id"));
      if (dismissed) return listener?.(moment("display", "suppressed_by_user"));
      if (card) return;
      const asked = cancelled;
      void hasSession().then((session) => {
        if (!session) return listener?.(moment("display", "opt_out_or_no_session"));
        if (!card && cancelled === asked) showCard(listener);
      });
    },
    renderButton(parent, options = {}, onClick) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = labels[options.text] ?? labels.signin_with;
      Object.assign(button.style, { minHeight: "40px", padding: "0 16px", font: "inherit" });
      if (options.width) button.style.width = `${options.width}px`;
      button.addEventListener("click", () => {
        onClick?.();
        const nothing = () => {};
        const { client_id, nonce } = settings;
        openWindow(
          { client_id, nonce, kind: "credential" },
          {
            answered: (answer) => giveCredential(answer, "btn"),
            cancelled: nothing,
            closed: nothing,
            failedToOpen: nothing, // the real one only logs to the console
          },
        );
      });
      parent.replaceChildren(button);
    },
    cancel() {
      cancelled += 1;
      takeCardAway();
    },
    disableAutoSelect() {},
  };

  const oauth2 = {
    initTokenClient(config) {
      return {
        requestAccessToken() {
          const failed = (type, message) => config.error_callback?.({ type, message });
          openWindow(
            { client_id: config.client_id, kind: "token", scope: config.scope },
            {
              answered: (answer) => config.callback(answer),
              cancelled: () =>
                config.callback({ error: "access_denied", error_description: "The user denied the request" }),
              closed: () => failed("popup_closed", "Popup window closed"),
              failedToOpen: () =>
                failed("popup_failed_to_open", "Failed to open popup window. Maybe blocked by the browser?"),
            },
          );
        },
      };
    },
    hasGrantedAllScopes: ({ scope = "" }, ...scopes) => scopes.every((one) => scope.split(" ").includes(one)),
    revoke: (_token, done) => done?.({ successful: true }),
  };

  window.google = { ...window.google, accounts: { id, oauth2 } };
})();
