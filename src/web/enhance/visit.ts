/** What the DOM's types leave out, since not every browser opens pages ahead. */
type Ahead = { prerendering?: boolean; activationStart?: number }

/**
 * A page that the browser opened ahead counts as visited once it is shown: it is asked for again, which as a rule costs a
 * 304. No other way is needed for that, and none that anybody else could call.
 */
export function startVisit(document: Document): void {
  const [visit] = performance.getEntriesByType('navigation') as Ahead[]
  if ((document as Ahead).prerendering) document.addEventListener('prerenderingchange', ask)
  // Shown before this script was there.
  else if (visit?.activationStart) ask()
}

function ask(): void {
  fetch(location.href).catch(() => {})
}
