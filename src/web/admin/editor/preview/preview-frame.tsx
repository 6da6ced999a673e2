import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { listRecordsOfKindsEndpoint } from '#contract/content/content-record-endpoints.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { detailPages, findDetailPageOfKind, getPublicPage, type PublicPageName } from '#contract/core/public-pages.ts'
import { callOverHttp } from '#web/call-over-http.ts'
import { useRootData } from '#web/root-route.tsx'
import type { EditorFormController } from '../form/use-editor-form.ts'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { findPagesShowingRecord } from '../records/public-page-links.tsx'
import type { EditedRecord } from './overlay-edited-record.ts'
import { type PagePreviewController, renderPagePreview } from './render-page-preview.tsx'
import { WidthChoice } from './width-choice.tsx'

/** The widths of the preview in CSS pixels. */
const WIDTHS = [
  { name: 360, Icon: Smartphone },
  { name: 768, Icon: Tablet },
  { name: 1440, Icon: Monitor },
] as const

type Width = (typeof WIDTHS)[number]['name']

export type PreviewFrameProps = {
  contentKind: ContentKind
  /** The stored record. Undefined for a new record. */
  record?: Pick<EditorRecord, 'id' | 'isHidden' | 'isSample' | 'path' | 'values'>
  /** The form that edits the record. Without it, the preview shows the stored record. */
  editor?: EditorFormController
  /** Whether the preview includes all staged changes. */
  isDraftMode?: boolean
}

type Props = PreviewFrameProps & {
  /** Whether the preview is visible. An invisible preview doesn't render. */
  isShown: boolean
  /** Called when the admin clicks a text of this field. */
  onPick: (field: string) => void
  /** Called if the page can't be loaded. */
  onError: () => void
}

/** Shows the public page with the typed values, at one of three widths, scaled to fit. */
export function PreviewFrame({ contentKind, record, editor, isDraftMode = false, isShown, onPick, onError }: Props) {
  const getEditedRecord = (): EditedRecord => ({
    contentKind,
    id: record?.id,
    isHidden: record?.isHidden,
    values: { ...record?.values, ...editor?.form.values() },
  })
  const ownPage = record?.path === undefined || record.isHidden ? undefined : findDetailPageOfKind(contentKind.kind)?.name
  const listPages = () => [...findPagesShowingRecord(contentKind, getEditedRecord().values), ...(ownPage ? [ownPage] : [])]
  const [pages, setPages] = useState(listPages)
  const [chosenPage, setChosenPage] = useState<PublicPageName>()
  const page = chosenPage && pages.includes(chosenPage) ? chosenPage : (pages[0] ?? 'Home')
  const path = usePreviewPath(page, page === ownPage ? record?.path : undefined, onError)
  const { origin } = useRootData()
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const stageSize = useElementSize(stage)
  const [chosenWidth, setChosenWidth] = useState<Width>()
  const width = chosenWidth ?? (stageSize.width < 480 ? 360 : 768)
  const scale = Math.min(1, stageSize.width / width)
  const pagePreview = usePagePreview({ frame, path, origin, isDraftMode, getEditedRecord, onPick, onError })
  const updatePreview = useEffectEvent(() => {
    const editedRecord = getEditedRecord()
    setPages((knownPages) => {
      const currentPages = listPages()
      return currentPages.join() === knownPages.join() ? knownPages : currentPages
    })
    pagePreview?.update(editedRecord)
  })
  const form = editor?.form
  useEffect(() => {
    if (!pagePreview || !isShown) return
    updatePreview()
    return form?.subscribe(() => updatePreview())
  }, [pagePreview, isShown, form])
  const loaderData = useLoaderData()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the page again after each save and deletion
  useEffect(() => pagePreview?.refresh(), [loaderData])
  useEffect(() => pagePreview?.scale(scale), [pagePreview, scale])
  useFocusedField(editor?.id, pagePreview)

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 className="grow text-heading font-semibold">Preview</h2>
        <WidthChoice widths={WIDTHS} chosen={width} onChoose={setChosenWidth} unit="pixels" />
      </div>
      <div className="preview-window">
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule px-3 py-1 text-help text-muted">
          <PageSelect pages={pages} page={page} ownPage={ownPage} onChoose={setChosenPage} />
          <span>
            {width} px, shown at {Math.round(scale * 100)}%
          </span>
        </p>
        <div ref={stage} className="preview-stage" aria-busy={!pagePreview && path !== NO_PAGE}>
          {path === NO_PAGE && <p className="p-4">This page doesn’t exist yet. Fill in more fields first.</p>}
          {path && (
            <iframe
              key={path}
              ref={frame}
              src={path}
              title={`Preview of ${page}: ${contentKind.title}`}
              className={pagePreview ? '' : 'invisible'}
              style={{
                width,
                height: stageSize.height / scale,
                left: (stageSize.width - width * scale) / 2,
                transform: `scale(${scale})`,
              }}
            />
          )}
        </div>
      </div>
      <p className="text-help text-muted">
        <span className="bg-paper">Click text in the preview to edit it.</span>
      </p>
    </>
  )
}

type PageSelectProps = {
  pages: readonly PublicPageName[]
  page: PublicPageName
  ownPage: PublicPageName | undefined
  onChoose: (page: PublicPageName) => void
}

function PageSelect({ pages, page, ownPage, onChoose }: PageSelectProps) {
  if (pages.length <= 1) return <span className="py-1">{page}</span>
  return (
    <select
      aria-label="Preview page"
      value={page}
      onChange={({ target }) => onChoose(target.value as PublicPageName)}
      className="min-h-8 min-w-0 font-semibold"
    >
      {pages.map((name) => (
        <option key={name} value={name}>
          {name === ownPage ? 'Its own page' : name}
        </option>
      ))}
    </select>
  )
}

const NO_PAGE = ''

/**
 * Returns `ownPath` or the path of `page`. If `page` stands for the pages of another kind's records, returns the first
 * record's path. Returns `NO_PAGE` if no record has a page, and undefined while the records load.
 */
function usePreviewPath(page: PublicPageName, ownPath: string | undefined, onError: () => void): string | undefined {
  const kind = ownPath === undefined ? detailPages.find(({ name }) => name === page)?.kind : undefined
  const [firstPath, setFirstPath] = useState<string>()
  const reportFailure = useEffectEvent(() => onError())
  useEffect(() => {
    if (!kind) return
    callOverHttp(listRecordsOfKindsEndpoint, { query: { kinds: kind } }).then(
      ({ [kind]: records = [] }) => setFirstPath(records.find(({ _path }) => _path)?._path ?? NO_PAGE),
      () => reportFailure(),
    )
  }, [kind])
  return ownPath ?? (kind ? firstPath : getPublicPage(page).path)
}

type PagePreviewOptions = Omit<Parameters<typeof renderPagePreview>[1], 'path' | 'editedRecord'> & {
  frame: RefObject<HTMLIFrameElement | null>
  path: string | undefined
  getEditedRecord: () => EditedRecord
  onError: () => void
}

/** Starts a preview in each document that the frame loads. Returns undefined until the first one renders. */
function usePagePreview(options: PagePreviewOptions): PagePreviewController | undefined {
  const { frame, path, getEditedRecord, onError } = options
  const [pagePreview, setPagePreview] = useState<PagePreviewController>()
  const start = useEffectEvent((document: Document | null | undefined) => {
    if (!document?.querySelector('main') || !path) throw new Error('The page did not arrive')
    return renderPagePreview(document, { ...options, path, editedRecord: getEditedRecord() })
  })
  const reportFailure = useEffectEvent(() => onError())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path has its own frame
  useEffect(() => {
    const frameElement = frame.current
    let isDisposed = false
    let startedPreview: PagePreviewController | undefined
    async function handleLoad() {
      try {
        startedPreview = await start(frameElement?.contentDocument)
        if (isDisposed) startedPreview.stop()
        else setPagePreview(startedPreview)
      } catch {
        if (!isDisposed) reportFailure()
      }
    }
    frameElement?.addEventListener('load', handleLoad)
    return () => {
      isDisposed = true
      startedPreview?.stop()
      setPagePreview(undefined)
    }
  }, [path])
  return pagePreview
}

/** Tells the preview which field of the form has the focus. */
function useFocusedField(formId: string | undefined, pagePreview: PagePreviewController | undefined): void {
  useEffect(() => {
    const form = formId === undefined ? null : document.getElementById(formId)
    if (!form || !pagePreview) return
    const { focus } = pagePreview
    const reportFocus = () => focus(findFieldName(document.activeElement, form))
    // The next element gets the focus only after `focusout`.
    const reportFocusSoon = () => setTimeout(reportFocus)
    reportFocus()
    form.addEventListener('focusin', reportFocus)
    form.addEventListener('focusout', reportFocusSoon)
    return () => {
      form.removeEventListener('focusin', reportFocus)
      form.removeEventListener('focusout', reportFocusSoon)
    }
  }, [formId, pagePreview])
}

/** Returns the field around a control, which may be one of several controls of the field. */
function findFieldName(control: Element | null, form: HTMLElement): string | undefined {
  if (!control || !form.contains(control)) return undefined
  return control.closest('.field')?.querySelector('[name]')?.getAttribute('name') ?? undefined
}

/** Returns the size of an element's content box in CSS pixels. */
function useElementSize(ref: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 768, height: 480 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      // A hidden element has no size.
      if (width > 0) setSize({ width, height })
    })
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return size
}
