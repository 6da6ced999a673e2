import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { Finding } from '../../../contract/content/site-checks.ts'
import { FORM_NAME, type FormAnswer, type Values } from '../../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../../forms/form-answer.tsx'
import { FORM_ID } from '../../forms/submission.ts'
import { useRoot } from '../../root.tsx'
import { Button } from '../shell/button.tsx'
import { useToast } from '../shell/toast.tsx'

/** One form's way to its page's action. */
export type Saving = {
  /** Which of the page's forms it is. */
  form: string
  /** The answer to a submit from the live page. */
  outcome?: FormAnswer
  /** The answer to a plain form post: this page is what came back. */
  posted?: FormAnswer
  isBusy: boolean
  /** Of the showing of the form; a refused one keeps its own until it is carried out. */
  formId?: string
  save: (values: Values) => void
}

/** Lives above the form, so that its answer is heard even where the form gives way to a link. */
export function useSaving(form: string): Saving {
  const fetcher = useFetcher<FormAnswer>()
  const posted = useActionData<FormAnswer>()
  const showToast = useToast()
  const outcome = fetcher.data
  const last = outcome ?? (posted?.form === form ? posted : undefined)
  const root = useRoot()
  const formId = (last?.error !== undefined && last.formId) || root.formId
  const isSending = useRef(false)
  function save(values: Values) {
    // A double click arrives before the busy state is drawn.
    if (isSending.current) return
    isSending.current = true
    const sent = { ...values, [FORM_NAME]: form, ...(formId && { [FORM_ID]: formId }) }
    void fetcher.submit(sent, { method: 'post' }).finally(() => {
      isSending.current = false
    })
  }
  const tell = useEffectEvent(() => {
    if (outcome?.notice === undefined) return
    const { notice, undo } = outcome
    showToast(notice, undo && (() => save(undo)))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => tell(), [outcome])
  return {
    form,
    outcome,
    posted: posted?.form === form && !outcome ? posted : undefined,
    formId,
    isBusy: fetcher.state !== 'idle',
    save,
  }
}

type FormProps = { saving: Saving; className?: string; children: ReactNode }

/** A form whose values nobody watches while they are typed, or that is buttons alone: the same post with script and without. */
export function SavingForm({ saving, className, children }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const sent = [...new FormData(event.currentTarget, submitter)].map(([name, value]) => [name, String(value)])
        saving.save(Object.fromEntries(sent))
      }}
    >
      <SavingFields saving={saving} />
      {children}
    </form>
  )
}

/** What a form of the page says of itself. */
export function SavingFields({ saving: { form, formId } }: { saving: Saving }) {
  return (
    <>
      <input type="hidden" name={FORM_NAME} value={form} />
      {formId && <input type="hidden" name={FORM_ID} value={formId} />}
    </>
  )
}

/** After a plain post, which no toast can tell of: what was done, and the way back. Not inside of a form. */
export function PostedNotice({ saving }: { saving: Saving }) {
  const { notice, undo } = saving.posted ?? {}
  if (!notice) return null
  return (
    <div className="mb-5 grid gap-2">
      <SuccessNotice notice={notice} />
      {undo && (
        <SavingForm saving={saving}>
          {Object.entries(undo).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" look="outline">
            Undo
          </Button>
        </SavingForm>
      )}
    </div>
  )
}

/** What the form was answered the last time, whichever way it was sent. */
export function lastAnswer({ outcome, posted }: Saving): FormAnswer | undefined {
  return outcome ?? posted
}

/** What would be newly wrong after what the form asks for, where that is a question now (docs/decisions/0049). */
export function findingsIn(saving: Saving): readonly Finding[] | undefined {
  return (lastAnswer(saving) as { findings?: Finding[] } | undefined)?.findings
}

type AnswerProps = {
  saving: Saving /** What the ids of the form's fields begin with, where that is not its name. */
  form?: string
  /** What was done is said elsewhere. */
  isSilent?: boolean
}

/** What came of it: what was done, where no toast can say so, or why it was not, for as long as that is so. */
export function SavingAnswer({ saving, form, isSilent }: AnswerProps) {
  const { posted, isBusy } = saving
  const last = lastAnswer(saving)
  const isRefused = last?.error !== undefined && !isBusy && !findingsIn(saving)
  return (
    <>
      {!isSilent && <SuccessNotice notice={posted?.notice} />}
      {isRefused && Object.keys(last.fields).length > 0 && (
        <ErrorSummary answer={{ ...last, ...(form && { form }) }} names={Object.keys(last.fields)} />
      )}
      {isRefused && Object.keys(last.fields).length === 0 && (
        <p role="alert" className="rounded-card bg-error-tint p-4 font-semibold text-error-deep">
          {last.error}
        </p>
      )}
    </>
  )
}

/** A button that an answer takes off the page would take the reader's place along: the focus goes to what comes next, or the heading. */
export function useKeptFocus({ outcome }: Saving, shown: unknown, findNext?: () => HTMLElement | null | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when what is shown has changed
  useEffect(() => {
    if (outcome === undefined || document.activeElement !== document.body) return
    const next = findNext?.()
    if (next) next.focus()
    else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [outcome, shown])
}
