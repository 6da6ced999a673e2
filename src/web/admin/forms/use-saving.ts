import { useEffect } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { useToast } from '../parts/toast.tsx'
import { FORM_NAME, type Outcome, type Values } from './outcome.ts'

/** One form's way to its page's action. */
export type Saving = {
  /** The answer to a submit from the live page. */
  outcome?: Outcome
  /** The answer to a plain form post: this page is what came back. */
  posted?: Outcome
  isBusy: boolean
  save: (values: Values) => void
}

/** Lives above the form, so that its answer is heard even where the form gives way to a link. */
export function useSaving(form: string): Saving {
  const fetcher = useFetcher<Outcome>()
  const posted = useActionData<Outcome>()
  const showToast = useToast()
  const outcome = fetcher.data
  useEffect(() => {
    if (outcome && 'message' in outcome) showToast(outcome.message)
  }, [outcome, showToast])
  return {
    outcome,
    posted: posted?.form === form ? posted : undefined,
    isBusy: fetcher.state !== 'idle',
    save: (values) => void fetcher.submit({ ...values, [FORM_NAME]: form }, { method: 'post' }),
  }
}
