import { getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import { stripFieldMarkCharacters } from '#web/public/preview-field-mark-characters.ts'
import { getIllustrationUrl } from '#web/ui/illustration-sprite.ts'
import { findFieldsMarkedInText } from './mark-record-fields.ts'
import type { EditedRecord } from './overlay-edited-record.ts'

/** Attributes that only the preview sets. */
const FIELD = 'data-preview-field'
const FOCUSED = 'data-preview-focused'
const CARD = 'data-preview-card'
const LANDMARK_NAMED = 'data-preview-named'

/** `--pixel` is one pixel of the editor, so that outlines and the label keep their size in a scaled page. */
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

/** Elements that lose their tab stop, because the preview's texts only lead to their fields. */
const FOCUSABLE = 'a, button, input, select, textarea, summary'

/** Landmarks that get the frame's name, because the editor has the same landmarks. */
const LANDMARKS = `:is(header, main, footer, nav):not([${LANDMARK_NAMED}])`

/** Attributes that views fill with texts and URLs. */
const ATTRIBUTES = ['placeholder', 'aria-label', 'alt', 'title', 'href', 'src', 'data-name', 'data-title']

/** Events that the page must not handle, so that nothing navigates or moves the focus. */
const BLOCKED_EVENTS = ['click', 'auxclick', 'submit', 'mousedown', 'dragstart']

/** The height of the sticky header in CSS pixels. */
const HEADER_HEIGHT = 96

type Options = {
  /** The element that holds the rendered page. */
  container: HTMLElement
  getEditedRecord: () => EditedRecord
  onPick: (field: string) => void
}

type FieldHighlights = {
  /** Outlines the texts of this field. */
  focusField: (field: string | undefined) => void
  stop: () => void
}

type HighlightedPage = Options & {
  /** The fields of each marked text node or placeholder, and its text without marks. */
  texts: WeakMap<Node, { fields: readonly string[]; text: string }>
  label: HTMLElement
  focusedField?: string
  hasRevealed: boolean
}

/** Maps the texts of a page to their fields and highlights them. Follows changes of the page until `stop`. */
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
      // The frame may be gone by now.
      if (document.defaultView) highlightPage(page, false)
    })
  }
  const observer = new MutationObserver(() => {
    collectMarks(page)
    scheduleHighlight()
  })
  observer.observe(page.container, { childList: true, subtree: true, characterData: true, attributeFilter: ATTRIBUTES })
  // Texts move when the width changes or when an image or a font loads.
  const resizeObserver = new view.ResizeObserver(scheduleHighlight)
  resizeObserver.observe(page.container)
  addListeners(page, view)
  collectMarks(page)
  highlightPage(page, true)
  return {
    focusField(field) {
      page.focusedField = field
      if (document.defaultView) highlightPage(page, field !== undefined)
    },
    stop() {
      observer.disconnect()
      resizeObserver.disconnect()
    },
  }
}

/** Removes the marks from the page before the browser paints it, and records the fields of each text. */
function collectMarks({ container, texts, getEditedRecord }: HighlightedPage): void {
  const { contentKind } = getEditedRecord()
  for (const node of listNodes(container)) {
    const renderedText = getNodeText(node)
    const fields = findFieldsMarkedInText(contentKind, renderedText)
    if (fields.length > 0) texts.set(node, { fields, text: stripFieldMarkCharacters(renderedText) })
    if (!isElement(node)) {
      if (fields.length > 0) node.nodeValue = stripFieldMarkCharacters(renderedText)
      continue
    }
    for (const name of ATTRIBUTES) {
      const value = node.getAttribute(name) ?? ''
      if (stripFieldMarkCharacters(value) !== value) node.setAttribute(name, stripFieldMarkCharacters(value))
    }
  }
}

function highlightPage(page: HighlightedPage, shouldReveal: boolean): void {
  const { container, getEditedRecord, focusedField, label } = page
  const { contentKind, id, isHidden } = getEditedRecord()
  for (const name of [FIELD, FOCUSED, CARD])
    for (const element of container.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  for (const control of container.querySelectorAll<HTMLElement>(FOCUSABLE)) control.tabIndex = -1
  for (const landmark of container.querySelectorAll(LANDMARKS)) nameLandmark(landmark)
  const texts = findTextTargets(page)
  const urlTargets = findUrlTargets(page)
  const recordElement = findRecordElement(texts, urlTargets)
  const isInRecord = (element: Element) => recordElement?.contains(element) ?? false
  const fields = new Map<Element, string[]>()
  // Texts come first, so a button leads to its text and not to its link. Links and images count only within the record,
  // because others may share their URL.
  for (const [element, names] of [...texts, ...urlTargets.filter(([element]) => isInRecord(element))])
    fields.set(element, [...(fields.get(element) ?? []), ...names])
  for (const [element, names] of fields) element.setAttribute(FIELD, names.join(' '))
  const card = contentKind.shape === 'list' && recordElement ? findCard(recordElement) : undefined
  card?.setAttribute(CARD, id === undefined || isHidden ? 'ghost' : 'edited')
  const focusedElements = [...fields].flatMap(([element, names]) => (names.includes(focusedField ?? '') ? [element] : []))
  for (const element of focusedElements) element.setAttribute(FOCUSED, '')
  const target = focusedElements.find(isInRecord) ?? focusedElements[0] ?? recordElement
  if (target && (shouldReveal || !page.hasRevealed)) scrollToElement(target)
  page.hasRevealed ||= target !== undefined
  label.textContent = contentKind.fields[focusedField ?? '']?.label ?? ''
  positionLabel(label, focusedElements.find(isInRecord) ?? focusedElements[0])
}

type HighlightTarget = readonly [element: Element, fields: readonly string[]]

/** Returns the elements that show texts of the record, in the order of the page. */
function findTextTargets({ container, texts }: HighlightedPage): HighlightTarget[] {
  return listNodes(container).flatMap((node): HighlightTarget[] => {
    const knownText = texts.get(node)
    const element = isElement(node) ? node : node.parentElement
    // The view may have replaced the text since then.
    if (knownText?.text !== getNodeText(node) || !element || element.closest('script, style, title, desc')) return []
    // A table is one field. So is a link whose last word has its own element for the arrow.
    return [[element.closest('table, .arrow-link') ?? element, knownText.fields]]
  })
}

/** Returns the links and images whose URL is a value of the record. URLs have no marks. */
function findUrlTargets({ container, getEditedRecord }: HighlightedPage): HighlightTarget[] {
  const { contentKind, values } = getEditedRecord()
  const names = Object.keys(contentKind.fields)
  const listRenderedUrls = (name: string) => {
    const value = values[name]?.trim()
    const input = contentKind.fields[name]?.input
    if (!value) return []
    if (input === 'link') return [value]
    if (input === 'icon') return [getIconFieldUrl(value), getIllustrationUrl(value, 'contain')]
    return input === 'image' ? [value, getIllustrationUrl(value, 'cover'), getIllustrationUrl(value, 'contain')] : []
  }
  const fields = names.flatMap((name) => listRenderedUrls(name).map((fieldUrl) => ({ name, fieldUrl })))
  return [...container.querySelectorAll('a[href], img[src]')].flatMap((element): HighlightTarget[] => {
    const url = element.getAttribute(element.nodeName === 'A' ? 'href' : 'src')
    const matchingNames = fields.filter(({ fieldUrl }) => fieldUrl === url).map(({ name }) => name)
    return matchingNames.length > 0 ? [[element, [...new Set(matchingNames)]]] : []
  })
}

/** Returns the element that shows the record. Counts no URLs if another section of the page has one of them too. */
function findRecordElement(texts: readonly HighlightTarget[], urlTargets: readonly HighlightTarget[]): Element | undefined {
  const element = findSmallestContainer([...texts, ...urlTargets])
  return element?.closest('section, header, footer') ? element : (findSmallestContainer(texts) ?? element)
}

/** Returns the smallest element that contains the most fields of the record. */
function findSmallestContainer(targets: readonly HighlightTarget[]): Element | undefined {
  const fieldsByElement = new Map<Element, Set<string>>()
  for (const [element, names] of targets)
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
      fieldsByElement.set(ancestor, new Set([...(fieldsByElement.get(ancestor) ?? []), ...names]))
  const maxFieldCount = Math.max(0, ...[...fieldsByElement.values()].map(({ size }) => size))
  const candidates = [...fieldsByElement].filter(([, { size }]) => size === maxFieldCount).map(([element]) => element)
  return candidates.find((element) => !candidates.some((other) => other !== element && element.contains(other)))
}

/** Returns all elements and text nodes inside an element. */
function listNodes(container: HTMLElement): Node[] {
  const walker = container.ownerDocument.createTreeWalker(container, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const nodes: Node[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
  return nodes
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

/** Returns the text of a text node, or the placeholder of an element. */
function getNodeText(node: Node): string {
  return (isElement(node) ? node.getAttribute('placeholder') : node.nodeValue) ?? ''
}

function createLabel(document: Document): HTMLElement {
  const label = document.createElement('div')
  label.className = 'preview-label'
  document.body.append(label)
  return label
}

/** Uses a constructed style sheet, because the content security policy forbids inline styles. */
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
  // The capture phase comes before the page's own listeners.
  for (const name of BLOCKED_EVENTS) view.addEventListener(name, pick, { capture: true })
  // The frame is one tab stop for scrolling. Browsers show no focus ring around it, so the editor does.
  for (const name of ['focus', 'blur'])
    view.addEventListener(name, () => view.frameElement?.toggleAttribute('data-focused', name === 'focus'))
}

/** Returns the list row or card around the record. */
function findCard(recordElement: Element): Element {
  return recordElement.closest('li, article, details, address') ?? recordElement
}

/** Opens a closed disclosure around `target` and scrolls to it. `scrollIntoView` would scroll the editor too. */
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

/** Moves the label above the text. Hides it without a visible text. */
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
