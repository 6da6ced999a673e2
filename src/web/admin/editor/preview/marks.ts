import { withoutMarks } from '../../../public/field-marks.ts'
import { illustrationUrl } from '../../../ui/illustration.ts'
import type { Edited } from './edited-record.ts'
import { fieldsIn } from './mark-record.ts'

/** What the preview writes into its own page, and into no other. */
const FIELD = 'data-preview-field'
const FOCUSED = 'data-preview-focused'
const CARD = 'data-preview-card'
const NAMED = 'data-preview-named'

/** Lines and label keep their size in a page that is shown smaller: `--pixel` is one pixel of the editor. */
const LOOKS = `
[${FIELD}] { cursor: pointer }
[${FIELD}]:hover { outline: var(--pixel) dashed #1d4ed8; outline-offset: 4px }
[${CARD}] { outline: calc(2 * var(--pixel)) solid #b26a00; outline-offset: 6px; border-radius: 4px }
[${CARD}='ghost'] { outline-style: dashed }
[${FOCUSED}] { outline: calc(2 * var(--pixel)) dashed #1d4ed8 !important; outline-offset: 6px; border-radius: 4px }
.preview-label {
  position: absolute; z-index: 15; padding: 0.2em 0.5em; border-radius: 0.2em; transform: translate(-6px, calc(-100% - 7px));
  background: #1d4ed8; color: #fff; font: 600 calc(13 * var(--pixel)) / 1.3 Figtree, sans-serif; white-space: nowrap;
}`

/** Everything that could take the focus: the texts of the preview lead to their fields, and nowhere else. */
const FOCUSABLE = 'a, button, input, select, textarea, summary'

/** The editor has such landmarks of its own, from which these are told apart by the name of their frame. */
const LANDMARKS = `:is(header, main, footer, nav):not([${NAMED}])`

/** Attributes that views fill with texts, and the addresses of links and pictures. */
const ATTRIBUTES = ['placeholder', 'aria-label', 'alt', 'title', 'href', 'src', 'data-name', 'data-title']

/** Nothing that is done to the page leads anywhere; the focus stays where it is. */
const ACTIONS = ['click', 'auxclick', 'submit', 'mousedown', 'dragstart']

/** The header stays at the top of the window (CSS pixels). */
const BELOW_HEADER = 96

type Options = {
  /** What the page is drawn in. */
  container: HTMLElement
  edited: () => Edited
  onPick: (field: string) => void
}

export type Marks = {
  /** Outlines the texts of this field. */
  focus: (field: string | undefined) => void
  end: () => void
}

type MarkedPage = Options & {
  /** The fields of each text node (or placeholder) that was drawn with marks, and its text without them. */
  texts: WeakMap<Node, { fields: readonly string[]; text: string }>
  label: HTMLElement
  focused?: string
  hasBeenSeen: boolean
}

/** Ties the texts of a page to their fields, and keeps them tied while the page changes. */
export function startMarks(options: Options): Marks {
  const document = options.container.ownerDocument
  const view = document.defaultView as Window & typeof globalThis
  const page: MarkedPage = { ...options, texts: new WeakMap(), label: addLabel(document), hasBeenSeen: false }
  addLooks(document, view)
  let isDue = false
  function markSoon() {
    if (isDue) return
    isDue = true
    view.requestAnimationFrame(() => {
      isDue = false
      // The frame may have been taken off the page meanwhile.
      if (document.defaultView) markPage(page, false)
    })
  }
  const observer = new MutationObserver(() => {
    takeMarks(page)
    markSoon()
  })
  observer.observe(page.container, { childList: true, subtree: true, characterData: true, attributeFilter: ATTRIBUTES })
  // Another width, a picture or a font that has arrived: the texts stand elsewhere.
  const sizes = new view.ResizeObserver(markSoon)
  sizes.observe(page.container)
  listen(page, view)
  takeMarks(page)
  markPage(page, true)
  return {
    focus(field) {
      page.focused = field
      if (document.defaultView) markPage(page, field !== undefined)
    },
    end() {
      observer.disconnect()
      sizes.disconnect()
    },
  }
}

/** Takes the marks out of what was drawn, before it is painted, and remembers whose texts these are. */
function takeMarks({ container, texts, edited }: MarkedPage): void {
  const { contentKind } = edited()
  for (const node of nodesIn(container)) {
    const drawn = textOf(node)
    const fields = fieldsIn(contentKind, drawn)
    if (fields.length > 0) texts.set(node, { fields, text: withoutMarks(drawn) })
    if (!isElement(node)) {
      if (fields.length > 0) node.nodeValue = withoutMarks(drawn)
      continue
    }
    for (const name of ATTRIBUTES) {
      const value = node.getAttribute(name) ?? ''
      if (withoutMarks(value) !== value) node.setAttribute(name, withoutMarks(value))
    }
  }
}

function markPage(page: MarkedPage, reveals: boolean): void {
  const { container, edited, focused, label } = page
  const { contentKind, id, isHidden } = edited()
  for (const name of [FIELD, FOCUSED, CARD]) for (const one of container.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
  for (const one of container.querySelectorAll<HTMLElement>(FOCUSABLE)) one.tabIndex = -1
  for (const one of container.querySelectorAll(LANDMARKS)) nameLandmark(one)
  const texts = textFields(page)
  const addresses = addressFields(page)
  const place = placeOf([...texts, ...addresses])
  const isInPlace = (element: Element) => place?.contains(element) ?? false
  const fields = new Map<Element, string[]>()
  // Texts first: a button leads to its text, not to its link. Many links and pictures of a page share an address.
  for (const [element, names] of [...texts, ...addresses.filter(([element]) => isInPlace(element))])
    fields.set(element, [...(fields.get(element) ?? []), ...names])
  for (const [element, names] of fields) element.setAttribute(FIELD, names.join(' '))
  const card = contentKind.shape === 'list' && place ? cardAround(place) : undefined
  card?.setAttribute(CARD, id === undefined || isHidden ? 'ghost' : 'edited')
  const own = [...fields].flatMap(([element, names]) => (names.includes(focused ?? '') ? [element] : []))
  for (const one of own) one.setAttribute(FOCUSED, '')
  const target = own.find(isInPlace) ?? own[0] ?? place
  if (target && (reveals || !page.hasBeenSeen)) reveal(target)
  page.hasBeenSeen ||= target !== undefined
  label.textContent = contentKind.fields[focused ?? '']?.label ?? ''
  placeLabel(label, own.find(isInPlace) ?? own[0])
}

type Marked = readonly [element: Element, fields: readonly string[]]

/** Returns the elements that show texts of the record, in the order of the page. */
function textFields({ container, texts }: MarkedPage): Marked[] {
  return nodesIn(container).flatMap((node): Marked[] => {
    const known = texts.get(node)
    const element = isElement(node) ? node : node.parentElement
    // Since then it may have been replaced by a text of something else.
    if (known?.text !== textOf(node) || !element || element.closest('script, style, title, desc')) return []
    // A table is one field, and so is a link whose last word stands apart for the sake of its arrow.
    return [[element.closest('table, .arrow-link') ?? element, known.fields]]
  })
}

/** Returns the links and pictures whose address is one of the record's: an address needs no other mark. */
function addressFields({ container, edited }: MarkedPage): Marked[] {
  const { contentKind, values } = edited()
  const names = Object.keys(contentKind.fields)
  const drawnBy = (name: string) => {
    const value = values[name]?.trim()
    const input = contentKind.fields[name]?.input
    if (!value) return []
    if (input === 'link') return [value]
    return input === 'image' ? [value, illustrationUrl(value, 'cover'), illustrationUrl(value, 'contain')] : []
  }
  const fields = names.flatMap((name) => drawnBy(name).map((address) => ({ name, address })))
  return [...container.querySelectorAll('a[href], img[src]')].flatMap((element): Marked[] => {
    const address = element.getAttribute(element.nodeName === 'A' ? 'href' : 'src')
    const own = fields.filter((one) => one.address === address).map(({ name }) => name)
    return own.length > 0 ? [[element, [...new Set(own)]]] : []
  })
}

/** Returns the smallest element in which the most fields of the record are. */
function placeOf(marked: readonly Marked[]): Element | undefined {
  const within = new Map<Element, Set<string>>()
  for (const [element, names] of marked)
    for (let at: Element | null = element; at; at = at.parentElement)
      within.set(at, new Set([...(within.get(at) ?? []), ...names]))
  const most = Math.max(0, ...[...within.values()].map(({ size }) => size))
  const whole = [...within].filter(([, { size }]) => size === most).map(([element]) => element)
  return whole.find((one) => !whole.some((other) => other !== one && one.contains(other)))
}

/** The elements and the texts in an element. */
function nodesIn(container: HTMLElement): Node[] {
  const walker = container.ownerDocument.createTreeWalker(container, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const nodes: Node[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
  return nodes
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

/** The text that a node shows by itself; of an element that is its placeholder. */
function textOf(node: Node): string {
  return (isElement(node) ? node.getAttribute('placeholder') : node.nodeValue) ?? ''
}

function addLabel(document: Document): HTMLElement {
  const label = document.createElement('div')
  label.className = 'preview-label'
  document.body.append(label)
  return label
}

/** A sheet made by script is no inline style, which the content policy forbids. */
function addLooks(document: Document, view: Window & typeof globalThis): void {
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(LOOKS)
  document.adoptedStyleSheets.push(sheet)
}

function listen({ onPick }: Options, view: Window): void {
  function pick(event: Event) {
    event.preventDefault()
    event.stopPropagation()
    const fields = (event.target as Element).closest(`[${FIELD}]`)?.getAttribute(FIELD)
    if (fields && event.type === 'click') onPick(fields.split(' ')[0] ?? '')
  }
  // Before the page's own script hears of it.
  for (const name of ACTIONS) view.addEventListener(name, pick, { capture: true })
  // Browsers draw no ring around a frame; by keyboard the page in it is one stop, from which it is scrolled.
  for (const name of ['focus', 'blur'])
    view.addEventListener(name, () => view.frameElement?.toggleAttribute('data-focused', name === 'focus'))
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

/** Puts the label above the text, or out of sight where there is none. */
function placeLabel(label: HTMLElement, text: Element | undefined): void {
  const box = text?.getBoundingClientRect()
  const view = label.ownerDocument.defaultView as Window
  label.hidden = !box || box.width === 0
  if (!box) return
  label.style.left = `${Math.max(8, box.left + view.scrollX)}px`
  label.style.top = `${box.top + view.scrollY}px`
}

function leftOf(element: Element): number {
  return element.getBoundingClientRect().left
}
