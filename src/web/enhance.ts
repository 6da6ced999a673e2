import { startAutoRefresh } from './enhance/auto-refresh.ts'
import { cancelOrderOnLoad } from './enhance/cancel-order-on-load.ts'
import { startCarousels } from './enhance/carousel.ts'
import { enhanceForms } from './enhance/enhance-forms.ts'

// Every page works without this file (P-151).
startMenu(document)
startCarousels(document)
startVideo(document)
enhanceForms(document)
runOnceVisited(document, cancelOrderOnLoad)
runOnceVisited(document, startConfirmPayment)
startAutoRefresh(document)
recordPrerenderedVisit(document)
startBackToTop(document)

// Logs the console line of a failure that the page shows (P-60, P-189).
for (const failure of document.querySelectorAll<HTMLElement>('[data-console-message]')) {
  // biome-ignore lint/suspicious/noConsole: P-189 requires the line
  console.error(failure.dataset.consoleMessage, failure.querySelector('p')?.textContent)
}

/** Closes the open menu on Escape, on a choice, and when the focus or a click goes elsewhere. */
function startMenu(document: Document): void {
  const menu = document.querySelector<HTMLDetailsElement>('.menu')
  const button = menu?.querySelector('summary')
  if (!menu || !button) return
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    button.focus()
  })
  menu.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) menu.open = false
  })
  for (const event of ['focusin', 'pointerdown']) {
    document.addEventListener(event, ({ target }) => {
      if (!menu.contains(target as Node)) menu.open = false
    })
  }
}

/** Shows the link to the top while the top is more than a screen away. */
function startBackToTop(document: Document): void {
  const link = document.querySelector('.to-top')
  const top = document.querySelector('#top')
  if (!link || !top) return
  const observer = new IntersectionObserver((entries) => link.classList.toggle('shown', !entries.at(-1)?.isIntersecting), {
    rootMargin: '100% 0px 0px',
  })
  observer.observe(top)
}

/** Replaces the poster with the player on Play. The page contacts the player's host only then (P-152). */
function startVideo(document: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-player]')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const box = document.createElement('div')
      box.className = link.className
      const player = document.createElement('iframe')
      player.src = link.dataset.player ?? ''
      player.title = link.dataset.title ?? ''
      player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
      // The player's host checks which site embeds it. This policy sends the origin, not the page's path.
      player.referrerPolicy = 'strict-origin-when-cross-origin'
      box.append(player)
      link.replaceWith(box)
      player.focus()
    })
  }
}

/** Fields that the DOM types lack, because not every browser prerenders. */
type PrerenderInfo = { prerendering?: boolean; activationStart?: number }

/**
 * Counts a prerendered page as visited once the browser shows it, by requesting it again.
 * The server usually answers 304. Counting this way needs no extra call that strangers could abuse.
 */
function recordPrerenderedVisit(document: Document): void {
  const [visit] = performance.getEntriesByType('navigation') as PrerenderInfo[]
  // With a start, the browser showed the page before this script ran.
  if ((document as PrerenderInfo).prerendering || visit?.activationStart) runOnceVisited(document, requestPageAgain)
}

function requestPageAgain(): void {
  fetch(location.href).catch(() => {})
}

/** Runs at once. On a prerendered page, waits until the browser shows it: before that, no one has visited the page. */
function runOnceVisited(document: Document, run: (document: Document) => void): void {
  if ((document as PrerenderInfo).prerendering) document.addEventListener('prerenderingchange', () => run(document))
  else run(document)
}

/** Makes the server ask the provider when a customer returns from paying. The page's button does the same. */
function startConfirmPayment(document: Document): void {
  const url = document.querySelector<HTMLElement>('[data-confirm-url]')?.dataset.confirmUrl
  if (!url) return
  // If this fails, the server's scheduled checks after a checkout cover it.
  void fetch(url, { method: 'POST' }).catch(() => {})
}
