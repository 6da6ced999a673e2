import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'

type PageFormState = {
  isDirty: boolean
  hasProblem: boolean
  /** What is typed there waits for its person, wherever they go. */
  isAutosaved: boolean
}

type ReportFormState = (id: string, state: PageFormState | undefined) => void

const ReportContext = createContext<ReportFormState>(() => {})

type Props = {
  /** Whether the page came back from a plain form post with a problem. */
  initialHasProblem: boolean
  children: (hasProblem: boolean) => ReactNode
}

/** Knows all forms of a page: whether leaving would lose something, and whether the title says "Error:". */
export function PageFormsProvider({ initialHasProblem, children }: Props) {
  const [forms, setForms] = useState<ReadonlyMap<string, PageFormState>>()
  const report = useCallback<ReportFormState>((id, state) => {
    setForms((known) => {
      const next = new Map(known)
      if (state) next.set(id, state)
      else next.delete(id)
      return next
    })
  }, [])
  const all = [...(forms?.values() ?? [])]
  const dirty = all.filter(({ isDirty }) => isDirty)
  return (
    <ReportContext value={report}>
      {children(forms === undefined ? initialHasProblem : all.some(({ hasProblem }) => hasProblem))}
      <LeaveDialog isDirty={dirty.length > 0} isAutosaved={dirty.every(({ isAutosaved }) => isAutosaved)} />
    </ReportContext>
  )
}

/** Tells the page about one of its forms for as long as it stands there. */
export function useRegisterPageForm(id: string, { isDirty, hasProblem, isAutosaved }: PageFormState): void {
  const report = useContext(ReportContext)
  useEffect(() => report(id, { isDirty, hasProblem, isAutosaved }), [report, id, isDirty, hasProblem, isAutosaved])
  useEffect(() => () => report(id, undefined), [report, id])
}

type DialogProps = { isDirty: boolean; isAutosaved: boolean }

/** Asks before a link leads away from unsaved changes. A reload asks nothing: it restores them. */
function LeaveDialog({ isDirty, isAutosaved }: DialogProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  const dialog = useRef<HTMLDialogElement>(null)
  const stayButton = useRef<HTMLButtonElement>(null)
  const isOpen = blocker.state === 'blocked'
  // The browser's own: it holds the focus, closes by Escape, and gives the focus back.
  useEffect(() => {
    if (!isOpen) return
    dialog.current?.showModal()
    // What loses nothing is what Enter does.
    stayButton.current?.focus()
  }, [isOpen])
  if (!isOpen) return null
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="leave-dialog"
      aria-describedby="leave-dialog-details"
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-card border border-rule bg-white p-6 text-ink backdrop:bg-night/60"
      onClose={() => blocker.reset?.()}
    >
      <h2 id="leave-dialog" className="text-heading font-semibold">
        Leave without saving?
      </h2>
      <p id="leave-dialog-details" className="mt-2 text-muted">
        Your changes on this page are not on the site yet. {isAutosaved ? 'They wait for you here.' : 'They will be lost.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
        <Button ref={stayButton} onClick={() => dialog.current?.close()}>
          Stay
        </Button>
      </div>
    </dialog>,
    document.body,
  )
}
