import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { generatePath, useNavigate } from 'react-router'
import { findEditorPageForRecord } from '#contract/core/content-kind.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import { Button } from '../../shell/button.tsx'
import { findPagesShowingRecord } from '../records/public-page-links.tsx'
import type { PreviewFrame, PreviewFrameProps } from './preview-frame.tsx'

type Props = PreviewFrameProps & {
  /** Replaces the preview for kinds that no page shows. */
  panel?: ReactNode
  children: ReactNode
}

/** Shows a form beside a preview of its page, or on two tabs on narrow screens. */
export function FormWithPreview({ panel, children, ...preview }: Props) {
  const { contentKind, record, editor } = preview
  const [tab, setTab] = useState<Tab>('edit')
  const isWide = useIsWide()
  const focusPickedField = useFieldPick(preview, () => setTab('edit'))
  if (findPagesShowingRecord(contentKind, record?.values ?? {}).length === 0) {
    return panel ? (
      <div className="editor-columns">
        {children}
        {panel}
      </div>
    ) : (
      children
    )
  }
  const id = `${contentKind.kind}-tabs`
  const hasTabs = editor !== undefined
  const isTabbed = hasTabs && !isWide
  const getPanelProps = (name: Tab) => ({
    id: `${id}-${name}-panel`,
    ...(isTabbed && { role: 'tabpanel', 'aria-labelledby': `${id}-${name}` }),
  })
  return (
    <>
      {hasTabs && <Tabs id={id} tab={tab} isTabbed={isTabbed} onChoose={setTab} isDirty={editor.isDirty} />}
      <div className="editor-columns" data-tab={hasTabs ? tab : undefined}>
        <div {...getPanelProps('edit')} className="edit-column">
          {children}
        </div>
        <div {...getPanelProps('preview')} className="preview-column">
          <LazyPreview {...preview} isShown={!hasTabs || isWide || tab === 'preview'} onPick={focusPickedField} />
        </div>
      </div>
    </>
  )
}

type Frame = typeof PreviewFrame
type LazyPreviewProps = Omit<Parameters<Frame>[0], 'onError'>

/** Loads the code of the public pages when the preview scrolls into view. */
function LazyPreview(props: LazyPreviewProps) {
  const container = useRef<HTMLDivElement>(null)
  const hasBeenInView = useHasBeenInView(container)
  const [Frame, setFrame] = useState<Frame | 'failed'>()
  useEffect(() => {
    if (!hasBeenInView || Frame) return
    import('./preview-frame.tsx').then(
      ({ PreviewFrame }) => setFrame(() => PreviewFrame),
      () => setFrame('failed'),
    )
  }, [hasBeenInView, Frame])
  const hasFailed = Frame === 'failed'
  return (
    <div ref={container} className={props.editor ? 'preview-pane preview-beside' : 'preview-pane'}>
      {Frame && !hasFailed ? (
        <Frame {...props} onError={() => setFrame('failed')} />
      ) : (
        <>
          <h2 className="text-heading font-semibold">Preview</h2>
          <p role="status" className="bg-paper">
            {hasFailed && 'We couldn’t load the preview. Check your connection. You can still edit and save.'}
          </p>
          {hasFailed && (
            <Button look="outline" className="self-start" onClick={() => setFrame(undefined)}>
              Try again
            </Button>
          )}
        </>
      )}
    </div>
  )
}

type Tab = 'edit' | 'preview'

const TABS: readonly { name: Tab; tabLabel: string }[] = [
  { name: 'edit', tabLabel: 'Edit' },
  { name: 'preview', tabLabel: 'Preview' },
]

type TabsProps = { id: string; tab: Tab; isTabbed: boolean; onChoose: (tab: Tab) => void; isDirty: boolean }

/** Shows the tabs on narrow screens. They have their roles only if the panels are tabs: the server doesn't know the width. */
function Tabs({ id, tab, isTabbed, onChoose, isDirty }: TabsProps) {
  /** With two tabs, every arrow key leads to the other tab. */
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    if (!/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) return
    event.preventDefault()
    const other = tab === 'edit' ? 'preview' : 'edit'
    const next = event.key === 'Home' ? 'edit' : event.key === 'End' ? 'preview' : other
    onChoose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div {...(isTabbed && { role: 'tablist', 'aria-label': 'Form and preview', onKeyDown: moveFocus })} className="editor-tabs">
      {TABS.map(({ name, tabLabel }) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          {...(isTabbed && { role: 'tab', 'aria-selected': tab === name, 'aria-controls': `${id}-${name}-panel` })}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {tabLabel}
          {name === 'edit' && isDirty && (
            <span className="unsaved-dot">
              <span className="sr-only">, unsaved changes</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** Returns a function that focuses a field in the form, or opens the record's editor at the field. */
function useFieldPick({ contentKind, record, editor }: PreviewFrameProps, showForm: () => void) {
  const navigate = useNavigate()
  return (field: string) => {
    if (editor) {
      flushSync(showForm)
      document.getElementById(buildFieldId(editor.id, field))?.focus()
      return
    }
    const page = record && findEditorPageForRecord(contentKind, record.values)
    if (page) void navigate(`${generatePath(page.path, { id: record.id })}#${buildFieldId(`edit-${contentKind.kind}`, field)}`)
  }
}

/** Wide enough for the form and the preview side by side. The CSS uses the same width. */
const WIDE_SCREEN = '(width >= 68.75rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(WIDE_SCREEN)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE_SCREEN).matches,
    () => true,
  )
}

/** Returns true once the element has been in view and the page has been idle. */
function useHasBeenInView(ref: RefObject<HTMLElement | null>): boolean {
  const [hasBeenInView, setHasBeenInView] = useState(false)
  useEffect(() => {
    let cancelIdle = () => {}
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      cancelIdle = runWhenIdle(() => setHasBeenInView(true))
    })
    if (ref.current) observer.observe(ref.current)
    return () => {
      observer.disconnect()
      cancelIdle()
    }
  }, [ref])
  return hasBeenInView
}

/** The longest wait (ms) for an idle page. */
const MAX_IDLE_WAIT_MS = 2_000

/** Runs `work` when the page is idle. Returns a function that cancels it. */
function runWhenIdle(work: () => void): () => void {
  const wait = window.requestIdleCallback ?? ((late: () => void) => window.setTimeout(late))
  const id = wait(work, { timeout: MAX_IDLE_WAIT_MS })
  return () => (window.cancelIdleCallback ?? clearTimeout)(id)
}
