// Updates the inbox: an event reports a change, and the list is fetched again. A reply that is being written is
// preserved.
const list = document.getElementById("messages");
const address = `/inbox/list${location.search}`;
let fetching = false;
let again = false;

function isBeingAnswered(article) {
  const input = article.querySelector("input");
  return article.contains(document.activeElement) || (input !== null && input.value !== "");
}

function take(fresh) {
  const shown = new Map([...list.children].filter((child) => child.id).map((child) => [child.id, child]));
  const next = [...fresh.children].map((article) => {
    const old = shown.get(article.id);
    const keep = old && (old.dataset.version === article.dataset.version || isBeingAnswered(old));
    if (!old && article.id) article.classList.add("new");
    return keep ? old : article;
  });
  // Moving a field takes its focus away, so only misplaced elements are moved.
  next.forEach((article, at) => {
    if (list.children[at] !== article) list.insertBefore(article, list.children[at] ?? null);
  });
  while (list.children.length > next.length) list.lastElementChild.remove();
}

async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const answer = await fetch(address);
    if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html").body);
  } catch {
    // the sandbox is unavailable for a moment; the event stream reconnects
  }
  fetching = false;
  if (again) {
    again = false;
    void refresh();
  }
}

// oxlint-disable-next-line typescript/no-misused-promises -- the result is not awaited
list.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const text = event.submitter?.value || new FormData(form).get("text");
  if (!text) return;
  for (const control of form.elements) control.disabled = true;
  await fetch(form.action, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  }).catch(() => undefined);
  for (const control of form.elements) control.disabled = false;
  form.reset();
  document.activeElement?.blur();
  void refresh();
});

const changes = new EventSource("/inbox/events");
changes.addEventListener("change", () => void refresh());
changes.addEventListener("open", () => void refresh());
