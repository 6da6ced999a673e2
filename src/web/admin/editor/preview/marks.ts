import type { Edited } from './laid-over.ts'
import { type Drawn, findWords, saidBy } from './words.ts'

/** What the preview writes into its own page, and into no other. */
const FIELD = 'data-preview-field'
const WORDS = 'data-preview-words'
const CARD = 'data-preview-card'
const NAMED = 'data-preview-named'

/** Lines and label are as thick and as high in a page that is shown smaller: `--pixel` is one of the editor's. */
const LOOKS = `
[${FIELD}] { cursor: pointer }
[${FIELD}]:hover { outline: var(--pixel) dashed #1d4ed8; outline-offset: 4px }
[${CARD}] { outline: calc(2 * var(--pixel)) solid #b26a00; outline-offset: 6px; border-radius: 4px }
[${CARD}='ghost'] { outline-style: dashed }
[${WORDS}] { outline: calc(2 * var(--pixel)) dashed #1d4ed8 !important; outline-offset: 6px; border-radius: 4px }
.preview-label {
  position: absolute; z-index: 15; padding: 0.2em 0.5em; border-radius: 0.2em; transform: translate(-6px, calc(-100% - 7px));
  background: #1d4ed8; color: #fff; font: 600 calc(13 * var(--pixel)) / 1.3 Figtree, sans-serif; white-space: nowrap;
}`

/** Everything that could take the focus: the words of the preview lead to their fields, and nowhere else. */
const FOCUSABLE = 'a, button, input, select, textarea, summary'

/** The editor has such landmarks of its own, from which these are told apart by the name of their frame. */
const LANDMARKS = `:is(header, main, footer, nav):not([${NAMED}])`

type Options = {
  /** What the page is drawn in. */
  container: HTMLElement
  edited: () => Edited
  onPick: (field: string) => void
}

export type Marks = {
  /** Outlines the words of this field. */
  focus: (field: string | undefined) => void
  end: () => void
}

/** Ties the words of a page to the fields that they come from, and keeps them tied while the page changes. */
export function startMarks({ container, edited, onPick }: Options): Marks {
  const document = container.ownerDocument
  const view = document.defaultView as Window & typeof globalThis
  let focused: string | undefined
  let isDue = false
  let hasBeenSeen = false
  const label = document.createElement('div')
  label.className = 'preview-label'

  function mark(reveals: boolean) {
    for (const name of [FIELD, WORDS, CARD]) for (const one of container.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
    for (const one of container.querySelectorAll<HTMLElement>(FOCUSABLE)) one.tabIndex = -1
    for (const one of container.querySelectorAll(LANDMARKS)) nameLandmark(one)
    const now = edited()
    const { contentKind, id, isHidden } = now
    const isList = contentKind.shape === 'list'
    const { places, words } = findWords(
      drawnIn(document.body),
      saidBy(now),
      !isList ? 'all' : id === undefined ? 'last' : 'first',
    )
    // Links first: of an element that is a link and its words, the words win.
    const links = [...words].toSorted(([a], [b]) => Number(isLink(now, b)) - Number(isLink(now, a)))
    for (const [name, elements] of links) for (const one of elements) one.setAttribute(FIELD, name)
    const card = isList && places[0] ? cardAround(places[0]) : undefined
    card?.setAttribute(CARD, id === undefined || isHidden ? 'ghost' : 'edited')
    const own = (focused !== undefined && words.get(focused)) || []
    for (const one of own) one.setAttribute(WORDS, '')
    const target = own[0] ?? places[0]
    if (target && (reveals || !hasBeenSeen)) reveal(target)
    hasBeenSeen ||= target !== undefined
    label.textContent = contentKind.fields[focused ?? '']?.label ?? ''
    place(label, own[0])
  }

  function markSoon() {
    if (isDue) return
    isDue = true
    view.requestAnimationFrame(() => {
      isDue = false
      // The frame may have been taken off the page meanwhile.
      if (document.defaultView) mark(false)
    })
  }

  function pick(event: Event) {
    event.preventDefault()
    event.stopPropagation()
    const field = (event.target as Element).closest(`[${FIELD}]`)?.getAttribute(FIELD)
    if (field && event.type === 'click') onPick(field)
  }

  // A sheet made by script is no inline style, which the content policy forbids.
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(LOOKS)
  document.adoptedStyleSheets.push(sheet)
  document.body.append(label)
  const observer = new MutationObserver(markSoon)
  observer.observe(container, { childList: true, subtree: true, characterData: true, attributeFilter: ['src', 'href'] })
  // Another width, a picture or a font that has arrived: the words stand elsewhere.
  const sizes = new view.ResizeObserver(markSoon)
  sizes.observe(container)
  // Before the page's own script hears of it.
  for (const name of ACTS) view.addEventListener(name, pick, { capture: true })
  // Browsers draw no ring around a frame; by keyboard the page in it is one stop, from which it is scrolled.
  for (const name of ['focus', 'blur'])
    view.addEventListener(name, () => view.frameElement?.toggleAttribute('data-focused', name === 'focus'))
  mark(true)
  return {
    focus(field) {
      focused = field
      if (document.defaultView) mark(field !== undefined)
    },
    end() {
      observer.disconnect()
      sizes.disconnect()
    },
  }
}

/** Nothing that is done to the page leads anywhere; the focus stays where it is. */
const ACTS = ['click', 'auxclick', 'submit', 'mousedown', 'dragstart']

/** Texts, pictures and links, in the order of the page. */
function drawnIn(container: HTMLElement): Drawn<Element>[] {
  const drawn: Drawn<Element>[] = []
  const walker = container.ownerDocument.createTreeWalker(container, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, nodeName } = node
    const address = nodeName === 'IMG' ? 'src' : nodeName === 'A' ? 'href' : undefined
    if (address) drawn.push({ element: node as Element, says: (node as Element).getAttribute(address) ?? '' })
    else if (node.nodeType === Node.TEXT_NODE && parentElement && parentElement.nodeName !== 'SCRIPT')
      drawn.push({ element: parentElement, says: node.nodeValue ?? '' })
  }
  return drawn
}

function isLink({ contentKind }: Edited, name: string): boolean {
  return contentKind.fields[name]?.input === 'link'
}

/** The row or card that an owner would call the record. */
function cardAround(place: Element): Element {
  return place.closest('li, article, details, address') ?? place
}

/** Opens what hides it, and scrolls this page alone: the browser's own way would move the editor too. */
function reveal(target: Element): void {
  target.closest('details:not(.menu)')?.setAttribute('open', '')
  const view = target.ownerDocument.defaultView as Window
  for (let row = target.parentElement; row && row !== target.ownerDocument.body; row = row.parentElement) {
    const isBeside = row.scrollWidth > row.clientWidth && /auto|scroll/.test(view.getComputedStyle(row).overflowX)
    if (isBeside) row.scrollTo({ left: row.scrollLeft + leftOf(target) - leftOf(row), behavior: 'instant' })
  }
  const { top, bottom } = target.getBoundingClientRect()
  if (top >= BELOW_HEADER && bottom <= view.innerHeight) return
  view.scrollTo({ top: view.scrollY + top - Math.max(BELOW_HEADER, view.innerHeight / 4), behavior: 'instant' })
}

function nameLandmark(landmark: Element): void {
  const frame = landmark.ownerDocument.defaultView?.frameElement?.getAttribute('title')
  const own = landmark.getAttribute('aria-label')
  landmark.setAttribute('aria-label', [frame, own].filter(Boolean).join(', '))
  landmark.setAttribute(NAMED, '')
}

/** Puts the label above the words, or out of sight where there are none. */
function place(label: HTMLElement, words: Element | undefined): void {
  const box = words?.getBoundingClientRect()
  const view = label.ownerDocument.defaultView as Window
  label.hidden = !box || box.width === 0
  if (!box) return
  label.style.left = `${Math.max(8, box.left + view.scrollX)}px`
  label.style.top = `${box.top + view.scrollY}px`
}

/** The header stays at the top of the window (CSS pixels). */
const BELOW_HEADER = 96

function leftOf(element: Element): number {
  return element.getBoundingClientRect().left
}
