// The window of the Facebook stand-in: gets the picked account's token and passes it to the opener.
const place = document.querySelector("main");
const { origin, channel } = place.dataset;

function tell(message) {
  window.opener?.postMessage({ channel, ...message }, origin);
  window.close();
}

async function choose({ name, value }) {
  if (name === "cancel") return tell({ cancelled: true });
  const answer = await fetch("/facebook/choose", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: value }),
  });
  tell({ answer: await answer.json() });
}

place.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void choose(event.submitter);
});
