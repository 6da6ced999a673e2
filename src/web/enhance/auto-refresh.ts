/** The first pause before a page is asked for again, and the longest, after which nobody waits any more; in ms. */
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 120_000
/** Each pause is that much longer than the one before. */
const DELAY_GROWTH = 1.4

/** Keeps those parts of the page up to date that wait for something: each has an id, and is a live region where it is to be heard. */
export function startAutoRefresh(document: Document): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-refresh]')) scheduleRefresh(element, FIRST_DELAY_MS)
}

function scheduleRefresh(element: HTMLElement, delayMs: number): void {
  if (delayMs < MAX_DELAY_MS) setTimeout(() => void refreshElement(element, delayMs), delayMs)
}

/** Nobody is asked for what nobody sees. */
async function refreshElement(element: HTMLElement, delayMs: number): Promise<void> {
  if (document.hidden) return scheduleRefresh(element, delayMs)
  const page = await fetchCurrentPage()
  const refreshed = page?.getElementById(element.id)
  if (page && refreshed && refreshed.innerHTML !== element.innerHTML) {
    const hadFocus = element.contains(document.activeElement)
    element.replaceChildren(...refreshed.childNodes)
    document.title = page.title
    if (hadFocus) element.closest('main')?.focus()
    if (!refreshed.hasAttribute('data-refresh')) return
  }
  scheduleRefresh(element, delayMs * DELAY_GROWTH)
}

/** This page as it is now; undefined where it is not answered, or is another by now, such as the login page. */
async function fetchCurrentPage(): Promise<Document | undefined> {
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok || response.redirected) return undefined
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
