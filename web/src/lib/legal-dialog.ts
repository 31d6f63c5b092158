/**
 * Opens the privacy policy or the terms above the page when a link marked `data-legal` is pressed. The text is the page's own,
 * fetched; without script, and when it cannot be had, the link leads to the page. Source: A§1.
 * @param closeLabel name of the button that closes it
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
  // the list of contents leads to places in the page, not in this dialog
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
  // by itself the focus would go to the first link, far below
  const title = article.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  (title ?? close).focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

/** A page as a document whose scripts never run; asked for in this way it needs no text turned into markup by us. */
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
