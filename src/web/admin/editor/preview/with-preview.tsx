import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { generatePath, useNavigate } from 'react-router'
import { editorOf } from '../../../../contract/grammar/content-kind.ts'
import { fieldId } from '../../../forms/field.tsx'
import { Button } from '../../shell/button.tsx'
import { useIsLive, whenIdle } from '../../shell/live.tsx'
import { pagesWith } from '../records/where-shown.tsx'
import type { PreviewFrame, PreviewProps } from './preview-frame.tsx'

type Props = PreviewProps & {
  /** What a kind that no page shows has beside its form instead. */
  panel?: ReactNode
  children: ReactNode
}

/**
 * A form with the page that it changes beside it, or on a tab of its own where there is no room; without script, and for
 * what no page shows, the form alone.
 */
export function WithPreview({ panel, children, ...preview }: Props) {
  const { contentKind, record, editor } = preview
  const [tab, setTab] = useState<Tab>('edit')
  const isLive = useIsLive()
  const isWide = useIsWide()
  const pick = usePick(preview, () => setTab('edit'))
  if (pagesWith(contentKind, record?.values ?? {}).length === 0) {
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
  /** Beside each other they are no tabs. */
  const panelOf = (name: Tab) => ({
    id: `${id}-${name}-panel`,
    ...(hasTabs && isLive && !isWide && { role: 'tabpanel', 'aria-labelledby': `${id}-${name}` }),
  })
  return (
    <>
      {hasTabs && <Tabs id={id} tab={tab} onChoose={setTab} isDirty={editor.isDirty} />}
      <div className="editor-columns" data-tab={hasTabs ? tab : undefined}>
        <div {...panelOf('edit')} className="edit-column">
          {children}
        </div>
        <div {...panelOf('preview')} className="preview-column">
          <PreviewPane {...preview} isShown={!hasTabs || isWide || tab === 'preview'} onPick={pick} />
        </div>
      </div>
    </>
  )
}

type Frame = typeof PreviewFrame
type PaneProps = Omit<Parameters<Frame>[0], 'onFailed'>

/** The public pages and what draws them are loaded once the preview comes into view: most of an editor is its form. */
function PreviewPane(props: PaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(pane)
  const [Frame, setFrame] = useState<Frame | 'failed'>()
  useEffect(() => {
    if (!isNear || Frame) return
    import('./preview-frame.tsx').then(
      ({ PreviewFrame }) => setFrame(() => PreviewFrame),
      () => setFrame('failed'),
    )
  }, [isNear, Frame])
  const hasFailed = Frame === 'failed'
  return (
    <div ref={pane} className={props.editor ? 'preview-pane preview-beside' : 'preview-pane'}>
      {Frame && !hasFailed ? (
        <Frame {...props} onFailed={() => setFrame('failed')} />
      ) : (
        <>
          <h2 className="text-heading font-semibold">Preview</h2>
          <p role="status" className="bg-paper">
            {hasFailed && 'The preview could not be drawn. Check your connection; the form works without it.'}
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

const TABS: readonly { name: Tab; words: string }[] = [
  { name: 'edit', words: 'Edit' },
  { name: 'preview', words: 'Preview' },
]

type TabsProps = { id: string; tab: Tab; onChoose: (tab: Tab) => void; isDirty: boolean }

function Tabs({ id, tab, onChoose, isDirty }: TabsProps) {
  /** With two of them, every arrow leads to the other one. */
  function move(event: KeyboardEvent<HTMLElement>) {
    if (!/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) return
    event.preventDefault()
    const other = tab === 'edit' ? 'preview' : 'edit'
    const next = event.key === 'Home' ? 'edit' : event.key === 'End' ? 'preview' : other
    onChoose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Form and preview" className="editor-tabs" onKeyDown={move}>
      {TABS.map(({ name, words }) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={tab === name}
          aria-controls={`${id}-${name}-panel`}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {words}
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

/** From words to their field: in the form beside them, or in the editor of a record that is only shown. */
function usePick({ contentKind, record, editor }: PreviewProps, showForm: () => void) {
  const navigate = useNavigate()
  return (field: string) => {
    if (editor) {
      flushSync(showForm)
      document.getElementById(fieldId(editor.id, field))?.focus()
      return
    }
    const page = record && editorOf(contentKind, record.values)
    if (page) void navigate(`${generatePath(page.path, { id: record.id })}#${fieldId(`edit-${contentKind.kind}`, field)}`)
  }
}

/** From this width on there is room for both (UX, admin). */
const WIDE = '(width >= 68.75rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
    () => true,
  )
}

/** Whether it has come into view once, on a page that had nothing better to do then. */
function useIsNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    let forget = () => {}
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      forget = whenIdle(() => setIsNear(true))
    })
    if (ref.current) observer.observe(ref.current)
    return () => {
      observer.disconnect()
      forget()
    }
  }, [ref])
  return isNear
}
