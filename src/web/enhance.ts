import { startAutoRefresh } from './enhance/auto-refresh.ts'
import { startCancelPayment } from './enhance/cancel-payment.ts'
import { startCarousels } from './enhance/carousel.ts'
import { startForms } from './enhance/enhance-forms.ts'

// Everything works without this file; it only makes it more comfortable.
startMenu(document)
startCarousels(document)
startVideo(document)
startForms(document)
startCancelPayment(document)
startConfirmPayment(document)
startAutoRefresh(document)
recordPrerenderedVisit(document)
startBackToTop(document)

// The exact console line of a list that could not be read (P-189).
for (const { dataset, textContent } of document.querySelectorAll<HTMLElement>('[data-log]')) {
  // biome-ignore lint/suspicious/noConsole: that is its place
  console.error(dataset.log, textContent)
}

/** Closes the open menu on Escape, on a choice and when the focus or a click goes elsewhere. */
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

/** Shows the way back to the top while that is more than a screen away. */
function startBackToTop(document: Document): void {
  const link = document.querySelector('.header .to-top')
  const top = document.querySelector('#top')
  if (!link || !top) return
  const watch = new IntersectionObserver((seen) => link.classList.toggle('shown', !seen.at(-1)?.isIntersecting), {
    rootMargin: '100% 0px 0px',
  })
  watch.observe(top)
}

/** Puts the player in the poster's place once somebody presses Play; nothing is asked of its host before. */
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
      // The player's host wants to know which site shows it; it learns the site and no more.
      player.referrerPolicy = 'strict-origin-when-cross-origin'
      box.append(player)
      link.replaceWith(box)
      player.focus()
    })
  }
}

/** What the DOM's types leave out, since not every browser opens pages ahead. */
type PrerenderInfo = { prerendering?: boolean; activationStart?: number }

/**
 * A page that the browser opened ahead counts as visited once it is shown: it is asked for again, which as a rule costs a
 * 304. No other way is needed for that, and none that anybody else could call.
 */
function recordPrerenderedVisit(document: Document): void {
  const [visit] = performance.getEntriesByType('navigation') as PrerenderInfo[]
  if ((document as PrerenderInfo).prerendering) document.addEventListener('prerenderingchange', requestPageAgain)
  // Shown before this script was there.
  else if (visit?.activationStart) requestPageAgain()
}

function requestPageAgain(): void {
  fetch(location.href).catch(() => {})
}

/** Has the server ask the provider when a customer comes back from paying; the page's button does the same. */
function startConfirmPayment(document: Document): void {
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
