import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { CONFIRMATION } from '../../../contract/refusal.ts'
import { FORM_ID } from '../../forms/submission.ts'
import { useRoot } from '../../root.tsx'
import { useToast } from '../parts/toast.tsx'
import { FORM_NAME, isFailed, type Outcome, type Values } from './outcome.ts'

/** One form's way to its page's action. */
export type Saving = {
  /** The answer to a submit from the live page. */
  outcome?: Outcome
  /** The answer to a plain form post: this page is what came back. */
  posted?: Outcome
  isBusy: boolean
  /** Of the showing of the form; a refused one keeps its own until it is carried out. */
  formId?: string
  /** `password` where the last answer asked for it once more. */
  save: (values: Values, password?: string) => void
}

/** Lives above the form, so that its answer is heard even where the form gives way to a link. */
export function useSaving(form: string): Saving {
  const fetcher = useFetcher<Outcome>()
  const posted = useActionData<Outcome>()
  const showToast = useToast()
  const outcome = fetcher.data
  const last = outcome ?? (posted?.form === form ? posted : undefined)
  const root = useRoot()
  const formId = (isFailed(last) && last.formId) || root.formId
  const isSending = useRef(false)
  useEffect(() => {
    if (outcome && 'message' in outcome) showToast(outcome.message)
  }, [outcome, showToast])
  return {
    outcome,
    posted: posted?.form === form && !outcome ? posted : undefined,
    formId,
    isBusy: fetcher.state !== 'idle',
    save: (values, password) => {
      // A double click arrives before the busy state is drawn.
      if (isSending.current) return
      isSending.current = true
      const confirmation: Values = password === undefined ? {} : { [CONFIRMATION]: password }
      const sent = { ...values, ...confirmation, [FORM_NAME]: form, ...(formId && { [FORM_ID]: formId }) }
      void fetcher.submit(sent, { method: 'post' }).finally(() => {
        isSending.current = false
      })
    },
  }
}
