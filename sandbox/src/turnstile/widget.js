// The frame of the captcha stand-in: solves the check and notifies the page's script.
const place = document.querySelector("main");
const label = place.querySelector("label");
const box = place.querySelector("input");
const { origin, channel, sitekey, action, cdata, asks } = place.dataset;

async function solve() {
  const answer = await fetch("/turnstile/v0/solve", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ origin, sitekey, action, cdata }),
  });
  const { token, error } = await answer.json();
  label.textContent = token ? "You are a person (pretended)." : `The check failed (${error}).`;
  window.parent.postMessage({ channel, token, error }, origin);
}

if (asks) {
  box.hidden = false;
  label.textContent = "I am a person";
  box.addEventListener("change", () => {
    box.disabled = true;
    void solve();
  });
} else void solve();
