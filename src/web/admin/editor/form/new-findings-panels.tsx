import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import { focusLinkedField } from '#web/forms/form-messages.tsx'
import { type FormSubmission, SubmissionForm } from '../../forms/form-submission.tsx'
import { QuestionPanel } from '../../forms/question-panel.tsx'
import { Button } from '../../shell/button.tsx'
import { PROCEED_ANYWAY_FIELD } from './build-new-findings-question.ts'

type Props = {
  submission: FormSubmission
  /** The label of the button that proceeds. */
  submitLabel: string
  /** The prefix of the ids of the form's fields, if the form has typed fields. */
  form?: string
  /** Finds the element to focus after "Fix it" or "Go back", if the first finding isn't about a field of the form. */
  findReturnFocus?: () => HTMLElement | null | undefined
}

/** Replaces the form's error summary: lists the new findings and asks the admin to proceed or go back. */
export function NewFindingsQuestion({ submission, submitLabel, form, findReturnFocus }: Props) {
  const { answer } = submission
  const findings = answer?.findings
  const [closedAnswer, setClosedAnswer] = useState<typeof answer>()
  if (!findings || closedAnswer === answer) return null
  const id = buildFieldId(form ?? submission.form, 'problem')
  const goBack = () => {
    setClosedAnswer(answer)
    const field = getFieldAnchor(form, findings[0]?.place.path)
    const next = field ? document.getElementById(field) : findReturnFocus?.()
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }
  return (
    <QuestionPanel
      id={id}
      heading="h2"
      question={answer?.error}
      buttons={
        <>
          <Button onClick={goBack}>{form ? 'Fix it' : 'Go back'}</Button>
          <Button type="submit" name={PROCEED_ANYWAY_FIELD} value="1" look="outline" aria-disabled={submission.isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FindingList findings={findings} renderPlace={(finding) => <FindingPlace form={form} finding={finding} />} />
    </QuestionPanel>
  )
}

/** Lists what the saved text could do better, until the admin closes the list or saves again. */
export function SuggestionsAfterSavePanel({ submission, form }: { submission: FormSubmission; form: string }) {
  const notes = submission.answer?.notes ?? []
  const [closedNotes, setClosedNotes] = useState<readonly SiteAuditFinding[]>()
  if (notes.length === 0 || closedNotes === notes || submission.isBusy) return null
  const id = buildFieldId(form, 'notes')
  return (
    <section aria-labelledby={id} className="mb-6 grid gap-3 rounded-card border border-rule bg-info-tint p-4">
      <h2 id={id} className="font-semibold">
        Saved. {notes.length === 1 ? 'One thing' : `${notes.length} things`} to look at when you have time
      </h2>
      <FindingList
        findings={notes}
        // Nothing typed gets lost after a save, so the other findings have links.
        renderPlace={(finding) => <FindingPlace form={getFieldAnchor(form, finding.place.path) && form} finding={finding} />}
      />
      <Button look="outline" className="justify-self-start" onClick={() => setClosedNotes(notes)}>
        Close
      </Button>
    </section>
  )
}

type FindingListProps = { findings: readonly SiteAuditFinding[]; renderPlace: (finding: SiteAuditFinding) => ReactNode }

function FindingList({ findings, renderPlace }: FindingListProps) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.place.path} ${finding.says}`} className="wrap-anywhere">
          {finding.says}{' '}
          <span className="text-muted">
            {finding.pages.length > 0 && `On ${new Intl.ListFormat('en-US').format(finding.pages)}. `}
            {renderPlace(finding)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Shows the warning in its own form, which sends the refused values again. Use it for actions without typed fields. */
export function NewFindingsQuestionForm({ submission, submitLabel, findReturnFocus }: Omit<Props, 'form'>) {
  if (!submission.answer?.findings) return null
  return (
    <SubmissionForm submission={submission} values={submission.answer.values} className="basis-full">
      <NewFindingsQuestion submission={submission} submitLabel={submitLabel} findReturnFocus={findReturnFocus} />
    </SubmissionForm>
  )
}

type FindingLinkProps = { finding: SiteAuditFinding; className: string }

/** Links to the place that fixes the finding. */
export function FindingFixLink({ finding: { rule, place }, className }: FindingLinkProps) {
  return (
    // A `page-answers` finding links to a public page, which is a separate document.
    <Link to={place.path} reloadDocument={rule === 'page-answers'} className={className}>
      {place.name}
    </Link>
  )
}

/** Links only to fields of this form. A link to another editor would lose the typed text. */
function FindingPlace({ form, finding }: { form: string | undefined; finding: SiteAuditFinding }) {
  if (!form) return <FindingFixLink finding={finding} className="inline-block py-0.5 underline" />
  const { name, path } = finding.place
  const field = getFieldAnchor(form, path)
  if (!field) return `Edit it under ${name}.`
  return (
    <a href={`#${field}`} onClick={focusLinkedField} className="inline-block py-0.5 underline">
      {name}
    </a>
  )
}

function getFieldAnchor(form: string | undefined, path = ''): string | undefined {
  const anchor = path.split('#')[1]
  return form && anchor?.startsWith(`${form}-`) ? anchor : undefined
}
