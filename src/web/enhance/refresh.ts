/** The first pause before a page is asked for again, and the longest, after which nobody waits any more; in ms. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 120_000
/** Each pause is that much longer than the one before. */
const GROWTH = 1.4

/** Keeps those parts of the page up to date that wait for something: each has an id, and is a live region where it is to be heard. */
export function startRefresh(document: Document): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-refresh]')) wait(part, FIRST_PAUSE)
}

function wait(part: HTMLElement, pause: number): void {
  if (pause < LONGEST_PAUSE) setTimeout(() => void look(part, pause), pause)
}

/** Nobody is asked for what nobody sees. */
async function look(part: HTMLElement, pause: number): Promise<void> {
  if (document.hidden) return wait(part, pause)
  const page = await currentPage()
  const now = page?.getElementById(part.id)
  if (page && now && now.innerHTML !== part.innerHTML) {
    const hadFocus = part.contains(document.activeElement)
    part.replaceChildren(...now.childNodes)
    document.title = page.title
    if (hadFocus) part.closest('main')?.focus()
    if (!now.hasAttribute('data-refresh')) return
  }
  wait(part, pause * GROWTH)
}

/** This page as it is now; undefined where it is not answered, or is another by now, such as the login page. */
async function currentPage(): Promise<Document | undefined> {
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok || response.redirected) return undefined
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
