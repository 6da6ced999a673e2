import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { dropDraft } from './draft.ts'
import { LeaveDialog } from './leave-dialog.tsx'

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
