import { Dialog } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../parts/button.tsx'

type FormState = {
  isDirty: boolean
  hasProblem: boolean
  /** What is typed there waits for its person, wherever they go. */
  isKept: boolean
}

type Report = (id: string, state: FormState | undefined) => void

const ReportContext = createContext<Report>(() => {})

type Props = {
  /** Whether the page came back from a plain form post with a problem. */
  cameBackWithProblem: boolean
  children: (hasProblem: boolean) => ReactNode
}

/** Knows all forms of a page: whether leaving would lose something, and whether the title says "Error:". */
export function PageForms({ cameBackWithProblem, children }: Props) {
  const [forms, setForms] = useState<ReadonlyMap<string, FormState>>()
  const report = useCallback<Report>((id, state) => {
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
      {children(forms === undefined ? cameBackWithProblem : all.some(({ hasProblem }) => hasProblem))}
      <LeaveDialog isDirty={dirty.length > 0} isKept={dirty.every(({ isKept }) => isKept)} />
    </ReportContext>
  )
}

/** Tells the page about one of its forms for as long as it stands there. */
export function usePageForm(id: string, { isDirty, hasProblem, isKept }: FormState): void {
  const report = useContext(ReportContext)
  useEffect(() => report(id, { isDirty, hasProblem, isKept }), [report, id, isDirty, hasProblem, isKept])
  useEffect(() => () => report(id, undefined), [report, id])
}

type DialogProps = { isDirty: boolean; isKept: boolean }

/** Asks before a link leads away from unsaved changes. A reload asks nothing: it restores them. */
function LeaveDialog({ isDirty, isKept }: DialogProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  const stayButton = useRef<HTMLButtonElement>(null)
  const cameFrom = useRef<Element>(null)
  const isOpen = blocker.state === 'blocked'
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && blocker.reset?.()}>
      <Dialog.Portal>
        {/* Not the library's overlay: its scroll lock writes a style element, which the content policy forbids. */}
        <div className="dialog-ground fixed inset-0 z-40 bg-night/60" />
        <Dialog.Content
          className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-card border border-rule bg-white p-6"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            cameFrom.current = document.activeElement
            stayButton.current?.focus()
          }}
          onCloseAutoFocus={() => cameFrom.current instanceof HTMLElement && cameFrom.current.focus()}
        >
          <Dialog.Title className="text-heading font-semibold">Leave without saving?</Dialog.Title>
          <Dialog.Description className="mt-2 text-muted">
            Your changes on this page are not on the site yet. {isKept ? 'They wait for you here.' : 'They will be lost.'}
          </Dialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={() => blocker.proceed?.()}>
              Leave without saving
            </Button>
            <Dialog.Close asChild>
              <Button ref={stayButton}>Stay</Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
