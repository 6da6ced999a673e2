import { stripMarks } from '../../../public/preview-field-marks.ts'
import { getIllustrationUrl } from '../../../ui/illustration-sheet.ts'
import type { EditedRecord } from './edited-record.ts'
import { findMarkedFields } from './mark-record-fields.ts'

/** What the preview writes into its own page, and into no other. */
const FIELD = 'data-preview-field'
const FOCUSED = 'data-preview-focused'
const CARD = 'data-preview-card'
const LANDMARK_NAMED = 'data-preview-named'

/** Lines and label keep their size in a page that is shown smaller: `--pixel` is one pixel of the editor. */
const STYLES = `
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
const LANDMARKS = `:is(header, main, footer, nav):not([${LANDMARK_NAMED}])`

/** Attributes that views fill with texts, and the addresses of links and pictures. */
const ATTRIBUTES = ['placeholder', 'aria-label', 'alt', 'title', 'href', 'src', 'data-name', 'data-title']

/** Nothing that is done to the page leads anywhere; the focus stays where it is. */
const BLOCKED_EVENTS = ['click', 'auxclick', 'submit', 'mousedown', 'dragstart']

/** The header stays at the top of the window (CSS pixels). */
const HEADER_HEIGHT = 96

type Options = {
  /** What the page is drawn in. */
  container: HTMLElement
  edited: () => EditedRecord
  onPick: (field: string) => void
}

export type FieldHighlights = {
  /** Outlines the texts of this field. */
  focusField: (field: string | undefined) => void
  stop: () => void
}

type HighlightedPage = Options & {
  /** The fields of each text node (or placeholder) that was drawn with marks, and its text without them. */
  texts: WeakMap<Node, { fields: readonly string[]; text: string }>
  label: HTMLElement
  focused?: string
  hasRevealed: boolean
}

/** Ties the texts of a page to their fields, and keeps them tied while the page changes. */
export function startFieldHighlights(options: Options): FieldHighlights {
  const document = options.container.ownerDocument
  const view = document.defaultView as Window & typeof globalThis
  const page: HighlightedPage = { ...options, texts: new WeakMap(), label: createLabel(document), hasRevealed: false }
  addStyles(document, view)
  let isScheduled = false
  function scheduleHighlight() {
    if (isScheduled) return
    isScheduled = true
    view.requestAnimationFrame(() => {
      isScheduled = false
      // The frame may have been taken off the page meanwhile.
      if (document.defaultView) highlightPage(page, false)
    })
  }
  const observer = new MutationObserver(() => {
    collectMarks(page)
    scheduleHighlight()
  })
  observer.observe(page.container, { childList: true, subtree: true, characterData: true, attributeFilter: ATTRIBUTES })
  // Another width, a picture or a font that has arrived: the texts stand elsewhere.
  const resizeObserver = new view.ResizeObserver(scheduleHighlight)
  resizeObserver.observe(page.container)
  addListeners(page, view)
  collectMarks(page)
  highlightPage(page, true)
  return {
    focusField(field) {
      page.focused = field
      if (document.defaultView) highlightPage(page, field !== undefined)
    },
    stop() {
      observer.disconnect()
      resizeObserver.disconnect()
    },
  }
}

/** Takes the marks out of what was drawn, before it is painted, and remembers whose texts these are. */
function collectMarks({ container, texts, edited }: HighlightedPage): void {
  const { contentKind } = edited()
  for (const node of listNodes(container)) {
    const renderedText = getNodeText(node)
    const fields = findMarkedFields(contentKind, renderedText)
    if (fields.length > 0) texts.set(node, { fields, text: stripMarks(renderedText) })
    if (!isElement(node)) {
      if (fields.length > 0) node.nodeValue = stripMarks(renderedText)
      continue
    }
    for (const name of ATTRIBUTES) {
      const value = node.getAttribute(name) ?? ''
      if (stripMarks(value) !== value) node.setAttribute(name, stripMarks(value))
    }
  }
}

function highlightPage(page: HighlightedPage, shouldReveal: boolean): void {
  const { container, edited, focused, label } = page
  const { contentKind, id, isHidden } = edited()
  for (const name of [FIELD, FOCUSED, CARD]) for (const one of container.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
  for (const one of container.querySelectorAll<HTMLElement>(FOCUSABLE)) one.tabIndex = -1
  for (const one of container.querySelectorAll(LANDMARKS)) nameLandmark(one)
  const texts = findTextTargets(page)
  const urlTargets = findUrlTargets(page)
  const recordElement = findRecordElement([...texts, ...urlTargets])
  const isInRecord = (element: Element) => recordElement?.contains(element) ?? false
  const fields = new Map<Element, string[]>()
  // Texts first: a button leads to its text, not to its link. Many links and pictures of a page share an address.
  for (const [element, names] of [...texts, ...urlTargets.filter(([element]) => isInRecord(element))])
    fields.set(element, [...(fields.get(element) ?? []), ...names])
  for (const [element, names] of fields) element.setAttribute(FIELD, names.join(' '))
  const card = contentKind.shape === 'list' && recordElement ? findCard(recordElement) : undefined
  card?.setAttribute(CARD, id === undefined || isHidden ? 'ghost' : 'edited')
  const focusedElements = [...fields].flatMap(([element, names]) => (names.includes(focused ?? '') ? [element] : []))
  for (const one of focusedElements) one.setAttribute(FOCUSED, '')
  const target = focusedElements.find(isInRecord) ?? focusedElements[0] ?? recordElement
  if (target && (shouldReveal || !page.hasRevealed)) scrollToElement(target)
  page.hasRevealed ||= target !== undefined
  label.textContent = contentKind.fields[focused ?? '']?.label ?? ''
  positionLabel(label, focusedElements.find(isInRecord) ?? focusedElements[0])
}

type HighlightTarget = readonly [element: Element, fields: readonly string[]]

/** Returns the elements that show texts of the record, in the order of the page. */
function findTextTargets({ container, texts }: HighlightedPage): HighlightTarget[] {
  return listNodes(container).flatMap((node): HighlightTarget[] => {
    const knownText = texts.get(node)
    const element = isElement(node) ? node : node.parentElement
    // Since then it may have been replaced by a text of something else.
    if (knownText?.text !== getNodeText(node) || !element || element.closest('script, style, title, desc')) return []
    // A table is one field, and so is a link whose last word stands apart for the sake of its arrow.
    return [[element.closest('table, .arrow-link') ?? element, knownText.fields]]
  })
}

/** Returns the links and pictures whose address is one of the record's: an address needs no other mark. */
function findUrlTargets({ container, edited }: HighlightedPage): HighlightTarget[] {
  const { contentKind, values } = edited()
  const names = Object.keys(contentKind.fields)
  const listRenderedUrls = (name: string) => {
    const value = values[name]?.trim()
    const input = contentKind.fields[name]?.input
    if (!value) return []
    if (input === 'link') return [value]
    return input === 'image' ? [value, getIllustrationUrl(value, 'cover'), getIllustrationUrl(value, 'contain')] : []
  }
  const fields = names.flatMap((name) => listRenderedUrls(name).map((url) => ({ name, address: url })))
  return [...container.querySelectorAll('a[href], img[src]')].flatMap((element): HighlightTarget[] => {
    const url = element.getAttribute(element.nodeName === 'A' ? 'href' : 'src')
    const matchingNames = fields.filter((one) => one.address === url).map(({ name }) => name)
    return matchingNames.length > 0 ? [[element, [...new Set(matchingNames)]]] : []
  })
}

/** Returns the smallest element in which the most fields of the record are. */
function findRecordElement(targets: readonly HighlightTarget[]): Element | undefined {
  const fieldsByElement = new Map<Element, Set<string>>()
  for (const [element, names] of targets)
    for (let at: Element | null = element; at; at = at.parentElement)
      fieldsByElement.set(at, new Set([...(fieldsByElement.get(at) ?? []), ...names]))
  const maxFieldCount = Math.max(0, ...[...fieldsByElement.values()].map(({ size }) => size))
  const candidates = [...fieldsByElement].filter(([, { size }]) => size === maxFieldCount).map(([element]) => element)
  return candidates.find((one) => !candidates.some((other) => other !== one && one.contains(other)))
}

/** The elements and the texts in an element. */
function listNodes(container: HTMLElement): Node[] {
  const walker = container.ownerDocument.createTreeWalker(container, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const nodes: Node[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
  return nodes
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

/** The text that a node shows by itself; of an element that is its placeholder. */
function getNodeText(node: Node): string {
  return (isElement(node) ? node.getAttribute('placeholder') : node.nodeValue) ?? ''
}

function createLabel(document: Document): HTMLElement {
  const label = document.createElement('div')
  label.className = 'preview-label'
  document.body.append(label)
  return label
}

/** A sheet made by script is no inline style, which the content policy forbids. */
function addStyles(document: Document, view: Window & typeof globalThis): void {
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(STYLES)
  document.adoptedStyleSheets.push(sheet)
}

function addListeners({ onPick }: Options, view: Window): void {
  function pick(event: Event) {
    event.preventDefault()
    event.stopPropagation()
    const fields = (event.target as Element).closest(`[${FIELD}]`)?.getAttribute(FIELD)
    if (fields && event.type === 'click') onPick(fields.split(' ')[0] ?? '')
  }
  // Before the page's own script hears of it.
  for (const name of BLOCKED_EVENTS) view.addEventListener(name, pick, { capture: true })
  // Browsers draw no ring around a frame; by keyboard the page in it is one stop, from which it is scrolled.
  for (const name of ['focus', 'blur'])
    view.addEventListener(name, () => view.frameElement?.toggleAttribute('data-focused', name === 'focus'))
}

/** The row or card that an owner would call the record. */
function findCard(recordElement: Element): Element {
  return recordElement.closest('li, article, details, address') ?? recordElement
}

/** Opens what hides it, and scrolls this page alone: the browser's own way would move the editor too. */
function scrollToElement(target: Element): void {
  target.closest('details:not(.menu)')?.setAttribute('open', '')
  const view = target.ownerDocument.defaultView as Window
  for (let row = target.parentElement; row && row !== target.ownerDocument.body; row = row.parentElement) {
    const scrollsSideways = row.scrollWidth > row.clientWidth && /auto|scroll/.test(view.getComputedStyle(row).overflowX)
    if (scrollsSideways) row.scrollTo({ left: row.scrollLeft + getLeft(target) - getLeft(row), behavior: 'instant' })
  }
  const { top, bottom } = target.getBoundingClientRect()
  if (top >= HEADER_HEIGHT && bottom <= view.innerHeight) return
  view.scrollTo({ top: view.scrollY + top - Math.max(HEADER_HEIGHT, view.innerHeight / 4), behavior: 'instant' })
}

function nameLandmark(landmark: Element): void {
  const frame = landmark.ownerDocument.defaultView?.frameElement?.getAttribute('title')
  const ownName = landmark.getAttribute('aria-label')
  landmark.setAttribute('aria-label', [frame, ownName].filter(Boolean).join(', '))
  landmark.setAttribute(LANDMARK_NAMED, '')
}

/** Puts the label above the text, or out of sight where there is none. */
function positionLabel(label: HTMLElement, text: Element | undefined): void {
  const box = text?.getBoundingClientRect()
  const view = label.ownerDocument.defaultView as Window
  label.hidden = !box || box.width === 0
  if (!box) return
  label.style.left = `${Math.max(8, box.left + view.scrollX)}px`
  label.style.top = `${box.top + view.scrollY}px`
}

function getLeft(element: Element): number {
  return element.getBoundingClientRect().left
}
