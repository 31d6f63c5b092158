// A stand-in for Turnstile's script: `turnstile.render` and related calls.
(() => {
  const source = new URL(document.currentScript.src);
  const base = new URL("./", source);
  const lifeMs = 300_000;
  const widgets = new Map();

  function start(widget) {
    const { place, options } = widget;
    widget.token = undefined;
    clearTimeout(widget.timer);
    widget.channel = crypto.randomUUID();
    const url = new URL("widget", base);
    url.search = new URLSearchParams({
      origin: location.origin,
      channel: widget.channel,
      sitekey: options.sitekey,
      action: options.action ?? "",
      cdata: options.cData ?? "",
    });
    const frame = document.createElement("iframe");
    frame.title = "Check that you are a person";
    frame.src = url.href;
    Object.assign(frame.style, {
      width: "300px",
      maxWidth: "100%",
      height: "65px",
      border: "0",
      colorScheme: "normal",
    });
    place.replaceChildren(frame);
  }

  window.addEventListener("message", ({ origin, data }) => {
    const widget = [...widgets.values()].find((one) => one.channel === data?.channel);
    if (origin !== base.origin || !widget) return;
    const { options } = widget;
    if (!data.token) return options["error-callback"]?.(data.error);
    widget.token = data.token;
    widget.timer = setTimeout(() => {
      widget.token = undefined;
      options["expired-callback"]?.(data.token);
      if (options["refresh-expired"] !== "manual" && options["refresh-expired"] !== "never") start(widget);
    }, lifeMs);
    options.callback?.(data.token);
  });

  const find = (id) => widgets.get(id) ?? [...widgets.values()].at(0);
  const placeOf = (container) => (typeof container === "string" ? document.querySelector(container) : container);

  window.turnstile = {
    ready: (call) => call(),
    render(container, options) {
      const id = `cf-chl-widget-${widgets.size + 1}`;
      const widget = { place: placeOf(container), options };
      widgets.set(id, widget);
      start(widget);
      return id;
    },
    reset(id) {
      const widget = find(id);
      if (widget) start(widget);
    },
    remove(id) {
      const widget = find(id);
      clearTimeout(widget?.timer);
      widget?.place.replaceChildren();
      widgets.delete(id);
    },
    getResponse: (id) => find(id)?.token,
    isExpired: (id) => find(id)?.token === undefined,
  };
  const onload = source.searchParams.get("onload");
  if (onload) window[onload]?.();
})();
