import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'

type PageFormState = {
  isDirty: boolean
  hasProblem: boolean
  /** Whether the typed text survives leaving the page. */
  isAutosaved: boolean
}

type ReportFormState = (id: string, state: PageFormState | undefined) => void

const ReportContext = createContext<ReportFormState>(() => {})

type Props = { children: (hasProblem: boolean) => ReactNode }

/** Collects the states of a page's forms. Asks before unsaved changes are lost, and passes `hasProblem` to the page. */
export function UnsavedChangesProvider({ children }: Props) {
  const [forms, setForms] = useState<ReadonlyMap<string, PageFormState>>(new Map())
  const report = useCallback<ReportFormState>((id, state) => {
    setForms((previousForms) => {
      const next = new Map(previousForms)
      if (state) next.set(id, state)
      else next.delete(id)
      return next
    })
  }, [])
  const dirtyForms = [...forms].filter(([, { isDirty }]) => isDirty)
  return (
    <ReportContext value={report}>
      {children([...forms.values()].some(({ hasProblem }) => hasProblem))}
      <LeaveDialog
        dirtyFormIds={dirtyForms.map(([id]) => id)}
        hasProblem={dirtyForms.some(([, { hasProblem }]) => hasProblem)}
        isAutosaved={dirtyForms.every(([, { isAutosaved }]) => isAutosaved)}
      />
    </ReportContext>
  )
}

/** Reports a form's state to the page while the form is mounted. `id` is also the id of its element. */
export function useReportFormState(id: string, { isDirty, hasProblem, isAutosaved }: PageFormState): void {
  const report = useContext(ReportContext)
  useEffect(() => report(id, { isDirty, hasProblem, isAutosaved }), [report, id, isDirty, hasProblem, isAutosaved])
  useEffect(() => () => report(id, undefined), [report, id])
}

type DialogProps = { dirtyFormIds: readonly string[]; hasProblem: boolean; isAutosaved: boolean }

/** Asks before a link leaves unsaved changes (P-181). A reload doesn't ask, because it restores them (P-182). */
function LeaveDialog({ dirtyFormIds, hasProblem, isAutosaved }: DialogProps) {
  const isDirty = dirtyFormIds.length > 0
  const [isSaving, setIsSaving] = useState(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  const dialog = useRef<HTMLDialogElement>(null)
  const stayButton = useRef<HTMLButtonElement>(null)
  // Depends on `blocker`, which is new for each link: a link right after Escape finds the closed dialog still on the page.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // `showModal` traps the focus, closes on Escape and returns the focus (P-193).
    dialog.current?.showModal()
    // Enter then chooses the button that loses nothing.
    stayButton.current?.focus()
  }, [blocker])
  // Leaves after the last form is saved, and stays on the page where one isn't.
  useEffect(() => {
    if (!isSaving || (isDirty && !hasProblem)) return
    setIsSaving(false)
    if (isDirty) blocker.reset?.()
    else blocker.proceed?.()
  }, [isSaving, isDirty, hasProblem, blocker])
  if (blocker.state !== 'blocked') return null
  // Resets at once and not on `close`, which comes later and would forget a link followed meanwhile.
  const stay = () => {
    dialog.current?.close()
    blocker.reset()
  }
  const saveAndLeave = () => {
    dialog.current?.close()
    for (const id of dirtyFormIds) (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit()
    setIsSaving(true)
  }
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="leave-dialog"
      aria-describedby="leave-dialog-details"
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-card border border-rule bg-white p-6 text-ink backdrop:bg-night/60"
      onCancel={stay}
    >
      <h2 id="leave-dialog" className="text-heading font-semibold">
        Leave without saving?
      </h2>
      <p id="leave-dialog-details" className="mt-2 text-muted">
        Your changes on this page aren’t on the site yet. {isAutosaved ? 'We’ll keep them for you here.' : 'They will be lost.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={() => blocker.proceed()}>
          Leave without saving
        </Button>
        <Button look="outline" onClick={saveAndLeave}>
          Save and leave
        </Button>
        <Button ref={stayButton} onClick={stay}>
          Stay
        </Button>
      </div>
    </dialog>,
    document.body,
  )
}
