import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listContent } from '../../../../contract/content/content-records.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { itemPageOf, itemPages, type PublicPageName, publicPage } from '../../../../contract/grammar/public-pages.ts'
import { callOverHttp } from '../../../call.ts'
import { useRoot } from '../../../root.tsx'
import type { Editor } from '../form/use-editor-form.ts'
import type { ContentRecord } from '../records/content-record.ts'
import { pagesWith } from '../records/where-shown.tsx'
import { type Drawing, startDrawing } from './draw-page.tsx'
import type { Edited } from './edited-record.ts'
import { WidthChoice } from './width-choice.tsx'

/** The widths at which a page is looked at, in CSS pixels. */
const WIDTHS = [
  { name: 360, Icon: Smartphone },
  { name: 768, Icon: Tablet },
  { name: 1440, Icon: Monitor },
] as const

type Width = (typeof WIDTHS)[number]['name']

export type PreviewProps = {
  contentKind: ContentKind
  /** As it is stored; a new one has none. */
  record?: Pick<ContentRecord, 'id' | 'isHidden' | 'isSample' | 'path' | 'values'>
  /** The form in which it is typed; without one it is shown as it is stored. */
  editor?: Editor
  /** Stored beside it: once they change, the page is read anew. */
  others?: unknown
  /** Everything as it will be once the draft is published. */
  withDraft?: boolean
}

type Props = PreviewProps & {
  /** It can be seen; while it cannot, nothing is drawn. */
  isShown: boolean
  /** Somebody clicked on the words of this field. */
  onPick: (field: string) => void
  /** The page could not be read. */
  onFailed: () => void
}

/** The public page with the record as it is typed, at one of three widths, scaled into the room that there is. */
export function PreviewFrame({ contentKind, record, editor, others, withDraft = false, isShown, onPick, onFailed }: Props) {
  const editedNow = (): Edited => ({
    contentKind,
    id: record?.id,
    isHidden: record?.isHidden,
    values: { ...record?.values, ...editor?.form.values() },
  })
  const own = record?.path === undefined || record.isHidden ? undefined : itemPageOf(contentKind.kind)?.name
  const pagesNow = () => [...pagesWith(contentKind, editedNow().values), ...(own ? [own] : [])]
  const [pages, setPages] = useState(pagesNow)
  const [chosenPage, setChosenPage] = useState<PublicPageName>()
  const page = chosenPage && pages.includes(chosenPage) ? chosenPage : (pages[0] ?? 'Home')
  const path = usePath(page, page === own ? record?.path : undefined, onFailed)
  const { origin } = useRoot()
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useSize(stage)
  const [chosenWidth, setChosenWidth] = useState<Width>()
  const width = chosenWidth ?? (room.width < 480 ? 360 : 768)
  const scale = Math.min(1, room.width / width)
  const live = useDrawing({ frame, path, origin, withDraft, editedNow, onPick, onFailed })
  const showNow = useEffectEvent(() => {
    const edited = editedNow()
    setPages((known) => {
      const now = pagesNow()
      return now.join() === known.join() ? known : now
    })
    live?.show(edited)
  })
  const form = editor?.form
  useEffect(() => {
    if (!live || !isShown) return
    showNow()
    return form?.subscribe(() => showNow())
  }, [live, isShown, form])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again once what stands around it has changed
  useEffect(() => live?.refresh(), [others])
  useEffect(() => live?.scale(scale), [live, scale])
  useFocusedField(editor?.id, live)

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 className="grow text-heading font-semibold">Preview</h2>
        <WidthChoice widths={WIDTHS} chosen={width} onChoose={setChosenWidth} unit="pixels" />
      </div>
      <div className="preview-window">
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule px-3 py-1 text-help text-muted">
          <PageChoice pages={pages} page={page} own={own} onChoose={setChosenPage} />
          <span>
            {width} px, shown at {Math.round(scale * 100)}%
          </span>
        </p>
        <div ref={stage} className="preview-stage" aria-busy={!live && path !== NO_PAGE}>
          {path === NO_PAGE && <p className="p-4">There is no such page yet: no record says enough for one.</p>}
          {path && (
            <iframe
              key={path}
              ref={frame}
              src={path}
              title={`Preview of ${page}: ${contentKind.title}`}
              className={live ? '' : 'invisible'}
              style={{
                width,
                height: room.height / scale,
                left: (room.width - width * scale) / 2,
                transform: `scale(${scale})`,
              }}
            />
          )}
        </div>
      </div>
      <p className="text-help text-muted">
        <span className="bg-paper">Click any words of it in the preview to go to their field.</span>
      </p>
    </>
  )
}

type PageChoiceProps = {
  pages: readonly PublicPageName[]
  page: PublicPageName
  own: PublicPageName | undefined
  onChoose: (page: PublicPageName) => void
}

/** The page that the preview shows, and the other pages with the record. */
function PageChoice({ pages, page, own, onChoose }: PageChoiceProps) {
  if (pages.length <= 1) return <span className="py-1">{page}</span>
  return (
    <select
      aria-label="Page of the preview"
      value={page}
      onChange={({ target }) => onChoose(target.value as PublicPageName)}
      className="min-h-8 min-w-0 font-semibold"
    >
      {pages.map((name) => (
        <option key={name} value={name}>
          {name === own ? 'Its own page' : name}
        </option>
      ))}
    </select>
  )
}

const NO_PAGE = ''

/**
 * Where a page is that has an address of its `own`, or one for all; of pages that stand for other records, the first.
 * Undefined until that is known.
 */
function usePath(page: PublicPageName, own: string | undefined, onFailed: () => void): string | undefined {
  const kind = own === undefined ? itemPages.find(({ name }) => name === page)?.kind : undefined
  const [first, setFirst] = useState<string>()
  const fail = useEffectEvent(() => onFailed())
  useEffect(() => {
    if (!kind) return
    callOverHttp(listContent, { query: { kinds: kind } }).then(
      ({ [kind]: records = [] }) => setFirst(records.find(({ _path }) => _path)?._path ?? NO_PAGE),
      () => fail(),
    )
  }, [kind])
  return own ?? (kind ? first : publicPage(page).path)
}

type Drawn = Pick<Props, 'onPick' | 'onFailed'> & {
  frame: RefObject<HTMLIFrameElement | null>
  path: string | undefined
  origin: string
  withDraft: boolean
  editedNow: () => Edited
}

/** Draws the page in each document that the frame loads; undefined until the first one is drawn. */
function useDrawing({ frame, path, origin, withDraft, editedNow, onPick, onFailed }: Drawn): Drawing | undefined {
  const [live, setLive] = useState<Drawing>()
  const start = useEffectEvent((document: Document | null | undefined) => {
    if (!document?.querySelector('main') || !path) throw new Error('The page did not arrive')
    return startDrawing(document, { path, origin, withDraft, edited: editedNow(), onPick: (field) => onPick(field) })
  })
  const fail = useEffectEvent(() => onFailed())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path has a frame of its own
  useEffect(() => {
    const here = frame.current
    let isOver = false
    let started: Drawing | undefined
    async function take() {
      try {
        started = await start(here?.contentDocument)
        if (isOver) started.end()
        else setLive(started)
      } catch {
        if (!isOver) fail()
      }
    }
    here?.addEventListener('load', take)
    return () => {
      isOver = true
      started?.end()
      setLive(undefined)
    }
  }, [path])
  return live
}

/** Tells the drawing which field of the form has the focus. */
function useFocusedField(formId: string | undefined, drawing: Drawing | undefined): void {
  useEffect(() => {
    const form = formId === undefined ? null : document.getElementById(formId)
    if (!form || !drawing) return
    const { focus } = drawing
    const tell = () => focus(fieldAround(document.activeElement, form))
    // Whatever takes the focus next has it only after this one has lost it.
    const tellSoon = () => setTimeout(tell)
    tell()
    form.addEventListener('focusin', tell)
    form.addEventListener('focusout', tellSoon)
    return () => {
      form.removeEventListener('focusin', tell)
      form.removeEventListener('focusout', tellSoon)
    }
  }, [formId, drawing])
}

/** A field may have more controls than the one that is sent. */
function fieldAround(control: Element | null, form: HTMLElement): string | undefined {
  if (!control || !form.contains(control)) return undefined
  return control.closest('.field')?.querySelector('[name]')?.getAttribute('name') ?? undefined
}

/** The room inside an element, in CSS pixels. */
function useSize(ref: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 768, height: 480 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      // While it is hidden it has none.
      if (width > 0) setSize({ width, height })
    })
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return size
}
