/** Has the server ask the provider when a customer comes back from paying; the page's button does the same. */
export function startConfirmPayment(document: Document): void {
  const url = document.querySelector<HTMLElement>('[data-confirms]')?.dataset.confirms
  if (!url) return
  // A page that the browser opened ahead is not visited yet (the DOM's types leave this out).
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => startConfirmPayment(document))
    return
  }
  // The asks after each hand-off cover what fails here.
  void fetch(url, { method: 'POST' }).catch(() => undefined)
}
