import { useState } from 'react'
import { Link } from 'react-router'
import type { SiteAuditFinding } from '../../../../contract/content/site-audit.ts'
import { fieldId } from '../../../forms/form-field.tsx'
import { focusLinkedField } from '../../../forms/form-messages.tsx'
import { HiddenFields } from '../../../forms/hidden-fields.tsx'
import { type FormSubmission, getLastAnswer, getNewFindings, SubmissionForm } from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { useIsHydrated } from '../../shell/use-is-hydrated.ts'
import { PROCEED_ANYWAY_FIELD } from './new-findings.ts'

type Props = {
  submission: FormSubmission
  /** The label of the button that proceeds. */
  submitLabel: string
  /** The prefix of the ids of the form's fields, if the form has typed fields. */
  form?: string
  /** Finds the element to focus after "Go back", if the first finding isn't about a field of the form. */
  findReturnFocus?: () => HTMLElement | null | undefined
}

/** Replaces the form's error summary: lists the new findings and asks the admin to proceed or go back. */
export function NewFindingsWarning({ submission, submitLabel, form, findReturnFocus }: Props) {
  const answer = getLastAnswer(submission)
  const findings = getNewFindings(submission)
  const [closedAnswer, setClosedAnswer] = useState<typeof answer>()
  const isHydrated = useIsHydrated()
  if (!findings || closedAnswer === answer) return null
  const id = fieldId(form ?? submission.form, 'problem')
  const goBack = () => {
    setClosedAnswer(answer)
    const field = getFieldAnchor(form, findings[0]?.place.path)
    const next = field ? document.getElementById(field) : findReturnFocus?.()
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }
  return (
    <section
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the admin must hear the question first
      autoFocus
      aria-labelledby={id}
      className="grid gap-3 rounded-card border border-rule bg-warning-tint p-4"
    >
      <h2 id={id} className="font-semibold">
        {answer?.error}
      </h2>
      <ul className="grid list-disc gap-2 pl-5">
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.place.path} ${finding.says}`} className="wrap-anywhere">
            {finding.says}{' '}
            <span className="text-muted">
              {finding.pages.length > 0 && `On ${new Intl.ListFormat('en-US').format(finding.pages)}. `}
              <FindingPlace form={form} finding={finding} />
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name={PROCEED_ANYWAY_FIELD} value="1" aria-disabled={submission.isBusy}>
          {submitLabel}
        </Button>
        {isHydrated && (
          <Button look="outline" onClick={goBack}>
            Go back
          </Button>
        )}
      </div>
      {!isHydrated && form && <p>Or go back to the fields below: what you typed is still there.</p>}
    </section>
  )
}

/** Shows the warning in its own form, which sends the refused values again. Use it for actions without typed fields. */
export function NewFindingsWarningForm({ submission, submitLabel, findReturnFocus }: Omit<Props, 'form'>) {
  if (!getNewFindings(submission)) return null
  return (
    <SubmissionForm submission={submission} className="basis-full">
      <HiddenFields values={getLastAnswer(submission)?.values ?? {}} />
      <NewFindingsWarning submission={submission} submitLabel={submitLabel} findReturnFocus={findReturnFocus} />
    </SubmissionForm>
  )
}

type FindingLinkProps = { finding: SiteAuditFinding; className: string }

/** Links to the place that fixes the finding. */
export function FindingLink({ finding: { rule, place }, className }: FindingLinkProps) {
  return (
    // A `page-answers` finding links to a public page, which is a separate document.
    <Link to={place.path} reloadDocument={rule === 'page-answers'} className={className}>
      {place.name}
    </Link>
  )
}

/** Links only to fields of this form. A link to another editor would lose the typed text. */
function FindingPlace({ form, finding }: { form: string | undefined; finding: SiteAuditFinding }) {
  if (!form) return <FindingLink finding={finding} className="inline-block py-0.5 underline" />
  const { name, path } = finding.place
  const field = getFieldAnchor(form, path)
  if (!field) return `It is edited under ${name}.`
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
