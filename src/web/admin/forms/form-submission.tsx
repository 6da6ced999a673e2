import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import { FORM_NAME_FIELD, type FormAnswer, type Values } from '../../forms/form-action.ts'
import { FORM_RENDERING_ID_FIELD } from '../../forms/form-idempotency-key.ts'
import { ErrorSummary } from '../../forms/form-messages.tsx'
import { useRootData } from '../../root-route.tsx'
import { Button } from '../shell/button.tsx'
import { useToast } from '../shell/toast.tsx'
import { getUndoValues } from './undoable-form.ts'

/**
 * The answer to an admin form. `findings` are new problems that the admin must confirm, and `notes` say what the last save
 * could do better (docs/decisions/0049).
 */
type AdminFormAnswer = FormAnswer & { findings?: readonly SiteAuditFinding[]; notes?: readonly SiteAuditFinding[] }

/** Connects a form to its page's action. */
export type FormSubmission = {
  /** The name of the form in its page's actions. */
  form: string
  /** The answer to the last submit. */
  answer?: AdminFormAnswer
  isBusy: boolean
  /** How many submits succeeded. As the form's `key`, it empties the form after each of them. */
  successCount: number
  submitValues: (values: Values) => void
  /** Submits a form with a file. */
  submitForm: (form: FormData) => void
}

/**
 * Returns a form's submission. Call it above the form, so that the answer arrives even if the form unmounts. With
 * `displayedData`, moves the focus to the next control or the heading if an answer removes the focused button.
 */
export function useFormSubmission(
  form: string,
  displayedData?: unknown,
  findNextFocus?: () => HTMLElement | null | undefined,
): FormSubmission {
  const fetcher = useFetcher<AdminFormAnswer>()
  const { pathname, search } = useLocation()
  const { answer, successCount } = useFetchedAnswer(fetcher.state, fetcher.data)
  const showToast = useToast()
  const root = useRootData()
  // A refused form keeps its id until it succeeds.
  const formId = (answer?.error !== undefined && answer.formId) || root.formId
  const isSending = useRef(false)
  function submitForm(data: FormData) {
    // The second click of a double click arrives before React renders the busy state.
    if (isSending.current) return
    isSending.current = true
    data.set(FORM_NAME_FIELD, form)
    if (formId) data.set(FORM_RENDERING_ID_FIELD, formId)
    void fetcher.submit(data, { method: 'post', action: pathname + search, encType: 'multipart/form-data' }).finally(() => {
      isSending.current = false
    })
  }
  function submitValues(values: Values) {
    const data = new FormData()
    for (const [name, value] of Object.entries(values)) data.set(name, value)
    submitForm(data)
  }
  const showNotice = useEffectEvent(() => {
    // An error must not stand beside the alert of an earlier success.
    if (answer?.error !== undefined) showToast()
    if (answer?.notice === undefined) return
    const undoValues = getUndoValues(answer)
    if (!undoValues) return showToast(answer.notice)
    showToast(answer.notice, () => {
      // The answer is there before the page's data has loaded again.
      isSending.current = false
      submitValues(undoValues)
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => showNotice(), [answer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the displayed data changes
  useEffect(() => {
    if (displayedData === undefined || answer === undefined || document.activeElement !== document.body) return
    const next = findNextFocus?.()
    if (next) next.focus()
    else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [answer, displayedData])
  return { form, answer, isBusy: fetcher.state !== 'idle', successCount, submitValues, submitForm }
}

/** Returns the submission without an answer to another form. Forms that share a submission differ by the value of one field. */
export function keepOwnAnswer(submission: FormSubmission, field: string, value: string): FormSubmission {
  if (submission.answer?.values[field] === value) return submission
  return { ...submission, answer: undefined }
}

type FetcherState = ReturnType<typeof useFetcher>['state']

/** Returns the answer to the last submit. After a redirect there is none, but React Router keeps the one before it. */
function useFetchedAnswer(state: FetcherState, data: AdminFormAnswer | undefined) {
  const [last, setLast] = useState({ state, data, dataBefore: data, isRedirected: false, successCount: 0 })
  if (last.state !== state || last.data !== data) {
    const isNewSubmit = state !== 'idle' && (last.state === 'idle' || (state === 'submitting' && last.state === 'loading'))
    const isAnswered = state !== 'submitting' && (isNewSubmit || last.state === 'submitting')
    const dataBefore = isNewSubmit ? last.data : last.dataBefore
    const isRedirected = isAnswered ? data === dataBefore : last.isRedirected
    const isSuccess = isAnswered && (isRedirected || data?.error === undefined)
    setLast({ state, data, dataBefore, isRedirected, successCount: last.successCount + (isSuccess ? 1 : 0) })
  }
  return { answer: last.isRedirected ? undefined : data, successCount: last.successCount }
}

/**
 * The method of every admin form. Only our script sends these forms: outside of a `<dialog>`, browsers do nothing with this
 * method, so a button that is pressed before the script runs sends and loses nothing (HTML, section 4.10.22.3).
 */
export const SCRIPT_FORM_METHOD = 'dialog'

type FormProps = {
  submission: FormSubmission
  /** Values that the form sends besides its inputs. */
  values?: Values
  className?: string
  children: ReactNode
}

/** A form without a `FormValuesStore`. */
export function SubmissionForm({ submission, values = {}, className, children }: FormProps) {
  return (
    <form
      method={SCRIPT_FORM_METHOD}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
        for (const [name, value] of Object.entries(values)) if (!data.has(name)) data.set(name, value)
        submission.submitForm(data)
      }}
    >
      {children}
    </form>
  )
}

type PostButtonProps = ComponentProps<typeof Button> & {
  submission: FormSubmission
  /** The values that the button sends. */
  values?: Values
  formClassName?: string
  /** The label while the form is sent. By default, the label stays. */
  busyLabel?: string
}

/** A form with one button. It keeps the focus while the form is sent, so it isn't `disabled`. */
export function PostButton({ submission, values, formClassName, busyLabel, children, ...button }: PostButtonProps) {
  return (
    <SubmissionForm submission={submission} values={values} className={formClassName}>
      <Button type="submit" look="outline" aria-disabled={submission.isBusy} {...button}>
        {submission.isBusy && busyLabel ? busyLabel : children}
      </Button>
    </SubmissionForm>
  )
}

type AnswerProps = {
  submission: FormSubmission
  /** The prefix of the fields' ids, if it isn't the form's name. */
  form?: string
}

/** Shows the error of the last submit. */
export function SubmissionError({ submission, form }: AnswerProps) {
  const { answer, isBusy } = submission
  if (answer?.error === undefined || answer.findings || isBusy) return null
  const names = Object.keys(answer.fields)
  if (names.length > 0) return <ErrorSummary answer={{ ...answer, ...(form && { form }) }} names={names} />
  return (
    <p role="alert" className="rounded-card bg-error-tint p-4 font-semibold text-error-deep">
      {answer.error}
    </p>
  )
}
