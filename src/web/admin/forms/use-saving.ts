import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { CONFIRMATION } from '../../../contract/refusal.ts'
import { useToast } from '../parts/toast.tsx'
import { FORM_NAME, type Outcome, type Values } from './outcome.ts'

/** One form's way to its page's action. */
export type Saving = {
  /** The answer to a submit from the live page. */
  outcome?: Outcome
  /** The answer to a plain form post: this page is what came back. */
  posted?: Outcome
  isBusy: boolean
  /** `password` where the last answer asked for it once more. */
  save: (values: Values, password?: string) => void
}

/** Lives above the form, so that its answer is heard even where the form gives way to a link. */
export function useSaving(form: string): Saving {
  const fetcher = useFetcher<Outcome>()
  const posted = useActionData<Outcome>()
  const showToast = useToast()
  const outcome = fetcher.data
  const isSending = useRef(false)
  useEffect(() => {
    if (outcome && 'message' in outcome) showToast(outcome.message)
  }, [outcome, showToast])
  return {
    outcome,
    posted: posted?.form === form && !outcome ? posted : undefined,
    isBusy: fetcher.state !== 'idle',
    save: (values, password) => {
      // A double click arrives before the busy state is drawn.
      if (isSending.current) return
      isSending.current = true
      const confirmation: Values = password === undefined ? {} : { [CONFIRMATION]: password }
      void fetcher.submit({ ...values, ...confirmation, [FORM_NAME]: form }, { method: 'post' }).finally(() => {
        isSending.current = false
      })
    },
  }
}
