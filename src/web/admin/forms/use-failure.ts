import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Failed, Values } from './outcome.ts'

/**
 * Why a form was not saved. `refused` is an answer that came back with the page itself: it is shown from
 * the first render on, script or not, and handed to the form library as soon as there is one.
 */
export function useFailure(form: UseFormReturn<Values>, refused: Failed | undefined) {
  const [failure, setFailure] = useState<Failed | undefined>(refused)
  const [isLive, setIsLive] = useState(false)
  /** Counts the refusals; each one takes the focus to the summary. */
  const [refusals, setRefusals] = useState(refused ? 1 : 0)
  const { errors } = form.formState

  const takeOver = useEffectEvent(() => {
    if (refused) markFields(form, refused.fields)
    setIsLive(true)
  })
  useEffect(() => takeOver(), [])

  const sentences: Values = isLive
    ? Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message)]))
    : (refused?.fields ?? {})
  const isAboutFields = Object.keys(failure?.fields ?? {}).length > 0
  const isMended = isAboutFields && Object.keys(sentences).length === 0
  return {
    errors: sentences,
    /** One sentence for the whole form; gone once the fields at fault are mended. */
    problem: isMended ? undefined : failure?.error,
    refusals,
    show(next: Failed) {
      markFields(form, next.fields)
      setFailure(next)
      setRefusals((count) => count + 1)
    },
    clear: () => setFailure(undefined),
  }
}

function markFields(form: UseFormReturn<Values>, fields: Values): void {
  for (const [name, message] of Object.entries(fields)) form.setError(name, { type: 'refused', message })
}
