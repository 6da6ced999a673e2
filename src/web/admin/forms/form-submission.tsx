import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { SiteAuditFinding } from '../../../contract/content/site-audit.ts'
import { FORM_NAME_FIELD, type FormAnswer, type Values } from '../../forms/form-action.ts'
import { FORM_ID_FIELD } from '../../forms/form-id.ts'
import { ErrorSummary, SuccessNotice } from '../../forms/form-messages.tsx'
import { useRootData } from '../../root-route.tsx'
import { Button } from '../shell/button.tsx'
import { useToast } from '../shell/toast.tsx'

/** One form's way to its page's action. */
export type FormSubmission = {
  /** Which of the page's forms it is. */
  form: string
  /** The answer to a submit from the live page. */
  fetchedAnswer?: FormAnswer
  /** The answer to a plain form post: this page is what came back. */
  postedAnswer?: FormAnswer
  isBusy: boolean
  /** Of the showing of the form; a refused one keeps its own until it is carried out. */
  formId?: string
  submitValues: (values: Values) => void
}

/** Lives above the form, so that its answer is heard even where the form gives way to a link. */
export function useFormSubmission(form: string): FormSubmission {
  const fetcher = useFetcher<FormAnswer>()
  const postedAnswer = useActionData<FormAnswer>()
  const showToast = useToast()
  const fetchedAnswer = fetcher.data
  const latestAnswer = fetchedAnswer ?? (postedAnswer?.form === form ? postedAnswer : undefined)
  const root = useRootData()
  const formId = (latestAnswer?.error !== undefined && latestAnswer.formId) || root.formId
  const isSending = useRef(false)
  function submitValues(values: Values) {
    // A double click arrives before the busy state is drawn.
    if (isSending.current) return
    isSending.current = true
    const formData = { ...values, [FORM_NAME_FIELD]: form, ...(formId && { [FORM_ID_FIELD]: formId }) }
    void fetcher.submit(formData, { method: 'post' }).finally(() => {
      isSending.current = false
    })
  }
  const showNotice = useEffectEvent(() => {
    if (fetchedAnswer?.notice === undefined) return
    const { notice, undo } = fetchedAnswer
    showToast(notice, undo && (() => submitValues(undo)))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => showNotice(), [fetchedAnswer])
  return {
    form,
    fetchedAnswer,
    postedAnswer: postedAnswer?.form === form && !fetchedAnswer ? postedAnswer : undefined,
    formId,
    isBusy: fetcher.state !== 'idle',
    submitValues,
  }
}

type FormProps = { submission: FormSubmission; className?: string; children: ReactNode }

/** A form whose values nobody watches while they are typed, or that is buttons alone: the same post with script and without. */
export function SubmissionForm({ submission, className, children }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const formData = [...new FormData(event.currentTarget, submitter)].map(([name, value]) => [name, String(value)])
        submission.submitValues(Object.fromEntries(formData))
      }}
    >
      <SubmissionHiddenFields submission={submission} />
      {children}
    </form>
  )
}

/** What a form of the page says of itself. */
export function SubmissionHiddenFields({ submission: { form, formId } }: { submission: FormSubmission }) {
  return (
    <>
      <input type="hidden" name={FORM_NAME_FIELD} value={form} />
      {formId && <input type="hidden" name={FORM_ID_FIELD} value={formId} />}
    </>
  )
}

/** After a plain post, which no toast can tell of: what was done, and the way back. Not inside of a form. */
export function SubmissionNotice({ submission }: { submission: FormSubmission }) {
  const { notice, undo } = submission.postedAnswer ?? {}
  if (!notice) return null
  return (
    <div className="mb-5 grid gap-2">
      <SuccessNotice notice={notice} />
      {undo && (
        <SubmissionForm submission={submission}>
          {Object.entries(undo).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" look="outline">
            Undo
          </Button>
        </SubmissionForm>
      )}
    </div>
  )
}

/** What the form was answered the last time, whichever way it was sent. */
export function getLastAnswer({ fetchedAnswer, postedAnswer }: FormSubmission): FormAnswer | undefined {
  return fetchedAnswer ?? postedAnswer
}

/** What would be newly wrong after what the form asks for, where that is a question now (docs/decisions/0049). */
export function getNewFindings(submission: FormSubmission): readonly SiteAuditFinding[] | undefined {
  return (getLastAnswer(submission) as { findings?: SiteAuditFinding[] } | undefined)?.findings
}

type AnswerProps = {
  submission: FormSubmission /** What the ids of the form's fields begin with, where that is not its name. */
  form?: string
  /** What was done is said elsewhere. */
  hidesSuccess?: boolean
}

/** What came of it: what was done, where no toast can say so, or why it was not, for as long as that is so. */
export function SubmissionResult({ submission, form, hidesSuccess }: AnswerProps) {
  const { postedAnswer, isBusy } = submission
  const latestAnswer = getLastAnswer(submission)
  const isRefused = latestAnswer?.error !== undefined && !isBusy && !getNewFindings(submission)
  return (
    <>
      {!hidesSuccess && <SuccessNotice notice={postedAnswer?.notice} />}
      {isRefused && Object.keys(latestAnswer.fields).length > 0 && (
        <ErrorSummary answer={{ ...latestAnswer, ...(form && { form }) }} names={Object.keys(latestAnswer.fields)} />
      )}
      {isRefused && Object.keys(latestAnswer.fields).length === 0 && (
        <p role="alert" className="rounded-card bg-error-tint p-4 font-semibold text-error-deep">
          {latestAnswer.error}
        </p>
      )}
    </>
  )
}

/** A button that an answer takes off the page would take the reader's place along: the focus goes to what comes next, or the heading. */
export function useRestoreFocus(
  { fetchedAnswer }: FormSubmission,
  displayedData: unknown,
  findNextFocus?: () => HTMLElement | null | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when what is shown has changed
  useEffect(() => {
    if (fetchedAnswer === undefined || document.activeElement !== document.body) return
    const next = findNextFocus?.()
    if (next) next.focus()
    else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [fetchedAnswer, displayedData])
}
