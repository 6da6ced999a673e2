import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActionData, useFetcher, useLocation } from 'react-router'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import { AccountField } from '../../forms/form-account.tsx'
import { FORM_NAME_FIELD, type FormAnswer, type Values } from '../../forms/form-action.ts'
import { FORM_RENDERING_ID_FIELD } from '../../forms/form-idempotency-key.ts'
import { ErrorSummary, SuccessNotice } from '../../forms/form-messages.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { useRootData } from '../../root-route.tsx'
import { Button } from '../shell/button.tsx'
import { useToast } from '../shell/toast.tsx'

/** Connects a form to its page's action. */
export type FormSubmission = {
  /** The name of the form in its page's actions. */
  form: string
  /** The answer to a submit by script. */
  fetchedAnswer?: FormAnswer
  /** The answer to a form post without script, which loaded this page. */
  postedAnswer?: FormAnswer
  /** The answer to the last submit, with or without script. */
  answer?: FormAnswer
  isBusy: boolean
  /** How many submits by script succeeded. As the form's `key`, it empties the form after each of them. */
  successCount: number
  /** Identifies one rendering of the form. A refused form keeps its id until it succeeds. */
  formId?: string
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
  const fetcher = useFetcher<FormAnswer>()
  const { pathname, search } = useLocation()
  const { fetchedAnswer, successCount } = useFetchedAnswer(fetcher.state, fetcher.data)
  const lastPostedAnswer = useActionData<FormAnswer>()
  const postedAnswer = lastPostedAnswer?.form === form ? lastPostedAnswer : undefined
  const showToast = useToast()
  const answer = fetchedAnswer ?? postedAnswer
  const root = useRootData()
  const formId = (answer?.error !== undefined && answer.formId) || root.formId
  const isSending = useRef(false)
  function submit(data: Values | FormData, encType?: 'multipart/form-data') {
    // The second click of a double click arrives before React renders the busy state.
    if (isSending.current) return
    isSending.current = true
    void fetcher.submit(data, { method: 'post', action: pathname + search, ...(encType && { encType }) }).finally(() => {
      isSending.current = false
    })
  }
  const submitValues = (values: Values) =>
    submit({ ...values, [FORM_NAME_FIELD]: form, ...(formId && { [FORM_RENDERING_ID_FIELD]: formId }) })
  const showNotice = useEffectEvent(() => {
    // An error must not stand beside the alert of an earlier success.
    if (fetchedAnswer?.error !== undefined) showToast()
    if (fetchedAnswer?.notice === undefined) return
    const { notice, undo } = fetchedAnswer
    if (!undo) return showToast(notice)
    showToast(notice, () => {
      // The answer is there before the page's data has loaded again.
      isSending.current = false
      submitValues(undo)
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => showNotice(), [fetchedAnswer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the displayed data changes
  useEffect(() => {
    if (displayedData === undefined || fetchedAnswer === undefined || document.activeElement !== document.body) return
    const next = findNextFocus?.()
    if (next) next.focus()
    else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [fetchedAnswer, displayedData])
  return {
    form,
    fetchedAnswer,
    postedAnswer: fetchedAnswer ? undefined : postedAnswer,
    answer,
    formId,
    isBusy: fetcher.state !== 'idle',
    successCount,
    submitValues,
    submitForm: (formData) => submit(formData, 'multipart/form-data'),
  }
}

/** Returns the submission without an answer to another form. Forms that share a submission differ by the value of one field. */
export function keepOwnAnswer(submission: FormSubmission, field: string, value: string): FormSubmission {
  if (submission.answer?.values[field] === value) return submission
  return { ...submission, fetchedAnswer: undefined, postedAnswer: undefined, answer: undefined }
}

type FetcherState = ReturnType<typeof useFetcher>['state']

/** Returns the answer to the last submit. After a redirect there is none, but React Router keeps the one before it. */
function useFetchedAnswer(state: FetcherState, data: FormAnswer | undefined) {
  const [last, setLast] = useState({ state, data, dataBefore: data, isRedirected: false, successCount: 0 })
  if (last.state !== state || last.data !== data) {
    const isNewSubmit = state !== 'idle' && (last.state === 'idle' || (state === 'submitting' && last.state === 'loading'))
    const isAnswered = state !== 'submitting' && (isNewSubmit || last.state === 'submitting')
    const dataBefore = isNewSubmit ? last.data : last.dataBefore
    const isRedirected = isAnswered ? data === dataBefore : last.isRedirected
    const isSuccess = isAnswered && (isRedirected || data?.error === undefined)
    setLast({ state, data, dataBefore, isRedirected, successCount: last.successCount + (isSuccess ? 1 : 0) })
  }
  return { fetchedAnswer: last.isRedirected ? undefined : data, successCount: last.successCount }
}

type FormProps = { submission: FormSubmission; takesFile?: boolean; className?: string; children: ReactNode }

/** A form without a `FormValuesStore`. It sends the same post with and without script. */
export function SubmissionForm({ submission, takesFile, className, children }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      encType={takesFile ? 'multipart/form-data' : undefined}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const formData = new FormData(event.currentTarget, submitter)
        if (takesFile) return submission.submitForm(formData)
        submission.submitValues(Object.fromEntries([...formData].map(([name, value]) => [name, String(value)])))
      }}
    >
      <FormNameAndIdFields submission={submission} />
      {children}
    </form>
  )
}

/** The hidden inputs that name the form and its rendering. */
export function FormNameAndIdFields({ submission: { form, formId } }: { submission: FormSubmission }) {
  return (
    <>
      <AccountField />
      <input type="hidden" name={FORM_NAME_FIELD} value={form} />
      {formId && <input type="hidden" name={FORM_RENDERING_ID_FIELD} value={formId} />}
    </>
  )
}

type PostButtonProps = ComponentProps<typeof Button> & {
  submission: FormSubmission
  /** The values of the form's hidden inputs. */
  values?: Values
  formClassName?: string
  /** The label while the form is sent. By default, the label stays. */
  busyLabel?: string
}

/** A form with one button. It keeps the focus while the form is sent, so it isn't `disabled`. */
export function PostButton({ submission, values = {}, formClassName, busyLabel, children, ...button }: PostButtonProps) {
  return (
    <SubmissionForm submission={submission} className={formClassName}>
      <HiddenFields values={values} />
      <Button type="submit" look="outline" aria-disabled={submission.isBusy} {...button}>
        {submission.isBusy && busyLabel ? busyLabel : children}
      </Button>
    </SubmissionForm>
  )
}

/** Shows the success notice and Undo after a form post without script. Must not stand inside a form. */
export function NoScriptSuccessNotice({ submission }: { submission: FormSubmission }) {
  const { notice, undo } = submission.postedAnswer ?? {}
  if (!notice) return null
  return (
    <div className="mb-5 grid gap-2">
      <SuccessNotice notice={notice} />
      {undo && (
        <PostButton submission={submission} values={undo}>
          Undo
        </PostButton>
      )}
    </div>
  )
}

/** Returns the new findings that the admin must confirm, if the last answer has any (docs/decisions/0049). */
export function getFindingsToConfirm(submission: FormSubmission): readonly SiteAuditFinding[] | undefined {
  return (submission.answer as { findings?: SiteAuditFinding[] } | undefined)?.findings
}

/** Returns what the last save could do better, if the site audit noted something (docs/decisions/0049). */
export function getSuggestionsAfterSave(submission: FormSubmission): readonly SiteAuditFinding[] {
  return (submission.answer as { notes?: SiteAuditFinding[] } | undefined)?.notes ?? []
}

type AnswerProps = {
  submission: FormSubmission
  /** The prefix of the fields' ids, if it isn't the form's name. */
  form?: string
  hidesSuccess?: boolean
}

/** Shows the error of the last submit, or the success notice after a form post without script. */
export function SubmissionResultMessage({ submission, form, hidesSuccess }: AnswerProps) {
  const { postedAnswer, answer, isBusy } = submission
  const isRefused = answer?.error !== undefined && !isBusy && !getFindingsToConfirm(submission)
  return (
    <>
      {!hidesSuccess && <SuccessNotice notice={postedAnswer?.notice} />}
      {isRefused && Object.keys(answer.fields).length > 0 && (
        <ErrorSummary answer={{ ...answer, ...(form && { form }) }} names={Object.keys(answer.fields)} />
      )}
      {isRefused && Object.keys(answer.fields).length === 0 && (
        <p role="alert" className="rounded-card bg-error-tint p-4 font-semibold text-error-deep">
          {answer.error}
        </p>
      )}
    </>
  )
}
