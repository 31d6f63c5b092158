/**
 * Opens the privacy policy or the terms in a dialog when the user clicks a link with `data-legal`. The dialog shows
 * the fetched page; without script, or if the fetch fails, the link opens the page.
 * @param closeLabel label of the close button
 */
export function openLegalLinksInDialog(closeLabel = "Close"): void {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-legal]") : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openDialog(link.href, link.textContent, closeLabel).catch(() => location.assign(link.href));
  });
}

async function openDialog(address: string, name: string, closeWord: string): Promise<void> {
  const article = (await fetchDocument(address)).querySelector("article");
  if (!article) throw new Error(address);
  // the table of contents links to the page, not to this dialog
  article.querySelector("nav")?.remove();
  const dialog = document.createElement("dialog");
  dialog.className = "legal-dialog";
  dialog.setAttribute("aria-label", name);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "legal-close";
  close.textContent = closeWord;
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  dialog.append(document.adoptNode(article), close);
  document.body.append(dialog);
  dialog.showModal();
  // the browser would focus the first link, far below
  const title = article.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  (title ?? close).focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

/** Fetches a page as a document whose scripts do not run, so that no text has to be parsed as HTML here. */
function fetchDocument(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => {
      const page = request.status === 200 ? request.responseXML : null;
      if (page) resolve(page);
      else reject(new Error(address));
    };
    request.onerror = () => reject(new Error(address));
    request.send();
  });
}
