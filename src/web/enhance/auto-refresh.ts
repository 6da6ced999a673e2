import { enhanceForms } from './enhance-forms.ts'

/** The first delay between refreshes, and the delay after which refreshing stops. */
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 120_000
/** The factor by which each delay grows. */
const DELAY_GROWTH = 1.4

/** Refreshes the elements with `data-refresh`. Each has an id; a live region announces its changes. */
export function startAutoRefresh(document: Document): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-refresh]')) scheduleRefresh(element, FIRST_DELAY_MS)
}

function scheduleRefresh(element: HTMLElement, delayMs: number): void {
  if (delayMs < MAX_DELAY_MS) setTimeout(() => void refreshElement(element, delayMs), delayMs)
}

/** Refreshes one element. Skips the request while the tab is hidden. */
async function refreshElement(element: HTMLElement, delayMs: number): Promise<void> {
  if (document.hidden) return scheduleRefresh(element, delayMs)
  const page = await fetchCurrentPage()
  const refreshed = page?.getElementById(element.id)
  // The text decides: our own script adds empty elements to the page.
  if (page && refreshed && refreshed.textContent !== element.textContent) {
    const hadFocus = element.contains(document.activeElement)
    element.replaceChildren(...refreshed.childNodes)
    enhanceForms(element)
    document.title = page.title
    if (hadFocus) element.closest('main')?.focus()
    if (!refreshed.hasAttribute('data-refresh')) return
  }
  scheduleRefresh(element, delayMs * DELAY_GROWTH)
}

/** Fetches this page again; undefined after an error or a redirect, such as to the login page. */
async function fetchCurrentPage(): Promise<Document | undefined> {
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok || response.redirected) return undefined
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
