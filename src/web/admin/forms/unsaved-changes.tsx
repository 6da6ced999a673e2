import { Dialog } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../parts/button.tsx'
import { dropDraft } from './draft.ts'

type FormState = { isDirty: boolean; hasProblem: boolean; draftKey?: string }

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
      <LeaveDialog isDirty={dirty.length > 0} onLeave={() => dropDrafts(dirty)} />
    </ReportContext>
  )
}

function dropDrafts(forms: readonly FormState[]): void {
  for (const { draftKey } of forms) if (draftKey) dropDraft(draftKey)
}

/** Tells the page about one of its forms for as long as it stands there. */
export function usePageForm(id: string, { isDirty, hasProblem, draftKey }: FormState): void {
  const report = useContext(ReportContext)
  useEffect(() => report(id, { isDirty, hasProblem, draftKey }), [report, id, isDirty, hasProblem, draftKey])
  useEffect(() => () => report(id, undefined), [report, id])
}

type DialogProps = { isDirty: boolean; onLeave: () => void }

/** Asks before a link leads away from unsaved changes. A reload asks nothing: it restores them. */
function LeaveDialog({ isDirty, onLeave }: DialogProps) {
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
          <Dialog.Description className="mt-2 text-muted">Your changes on this page are not on the site yet.</Dialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button
              look="outline"
              onClick={() => {
                onLeave()
                blocker.proceed?.()
              }}
            >
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
