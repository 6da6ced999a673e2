/**
 * A page that the browser opened ahead counts as visited once it is shown: it is asked for again, which as a rule costs a
 * 304. No other way is needed for that, and none that anybody else could call.
 */
export function startVisit(document: Document): void {
  if (!(document as { prerendering?: boolean }).prerendering) return
  document.addEventListener('prerenderingchange', () => void fetch(location.href).catch(() => {}), { once: true })
}
