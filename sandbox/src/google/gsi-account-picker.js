// The card and the window of the Google stand-in: gets the picked account's token and passes it to the opener.
const place = document.querySelector("main");
const { origin, channel, client, nonce, kind } = place.dataset;
const opener = window.opener ?? window.parent;

function tell(message) {
  opener.postMessage({ channel, ...message }, origin);
  if (window.opener) window.close();
}

if (!window.opener) tell({ height: document.documentElement.offsetHeight });

async function choose({ name, value }) {
  if (name === "cancel") return tell({ cancelled: true });
  const answer = await fetch("/google/gsi/choose", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: value, client, nonce, kind }),
  });
  tell({ answer: await answer.json() });
}

place.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void choose(event.submitter);
});
