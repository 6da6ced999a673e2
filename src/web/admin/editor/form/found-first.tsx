import { useState } from 'react'
import { Link } from 'react-router'
import type { Finding } from '../../../../contract/content/site-checks.ts'
import { fieldId } from '../../../forms/field.tsx'
import { focusField } from '../../../forms/form-answer.tsx'
import { findingsIn, lastAnswer, type Saving, SavingForm } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { ANYWAY } from './asked-first.ts'

type Props = {
  saving: Saving
  /** On the button that goes on. */
  words: string
  /** What the ids of the fields begin with that were typed into and would be lost elsewhere. */
  form?: string
  /** What has the focus again after "Go back", where no field of the form is at fault. */
  backTo?: () => HTMLElement | null | undefined
}

/** Within a form, in place of the summary of what is at fault: what it would newly break, and whether to go on all the same. */
export function FoundFirst({ saving, words, form, backTo }: Props) {
  const answer = lastAnswer(saving)
  const findings = findingsIn(saving)
  const [closed, setClosed] = useState<typeof answer>()
  const isLive = useIsLive()
  if (!findings || closed === answer) return null
  const id = fieldId(form ?? saving.form, 'problem')
  const goBack = () => {
    setClosed(answer)
    const field = fieldOf(form, findings[0]?.place.path)
    const next = field ? document.getElementById(field) : backTo?.()
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }
  return (
    <section
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page has come back with a question, which has to be heard first
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
              {finding.pages.length > 0 && `On ${new Intl.ListFormat('en-GB').format(finding.pages)}. `}
              <Place form={form} finding={finding} />
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name={ANYWAY} value="1" aria-disabled={saving.isBusy}>
          {words}
        </Button>
        {isLive && (
          <Button look="outline" onClick={goBack}>
            Go back
          </Button>
        )}
      </div>
      {!isLive && form && <p>Or go back to the fields below: what you typed is still there.</p>}
    </section>
  )
}

/** The same as a form of its own, which sends once more what was sent: for buttons alone, and nothing typed. */
export function FoundFirstForm({ saving, words, backTo }: Omit<Props, 'form'>) {
  if (!findingsIn(saving)) return null
  return (
    <SavingForm saving={saving} className="basis-full">
      {Object.entries(lastAnswer(saving)?.values ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FoundFirst saving={saving} words={words} backTo={backTo} />
    </SavingForm>
  )
}

type PlaceLinkProps = { finding: Finding; className: string }

/** The way to what mends it. */
export function PlaceLink({ finding: { rule, place }, className }: PlaceLinkProps) {
  return (
    // What cannot be shown is a public page.
    <Link to={place.path} reloadDocument={rule === 'page-answers'} className={className}>
      {place.name}
    </Link>
  )
}

/** A field of this form is a step away; another editor would be the end of what was typed here. */
function Place({ form, finding }: { form: string | undefined; finding: Finding }) {
  if (!form) return <PlaceLink finding={finding} className="inline-block py-0.5 underline" />
  const { name, path } = finding.place
  const field = fieldOf(form, path)
  if (!field) return `It is edited under ${name}.`
  return (
    <a href={`#${field}`} onClick={focusField} className="inline-block py-0.5 underline">
      {name}
    </a>
  )
}

function fieldOf(form: string | undefined, path = ''): string | undefined {
  const anchor = path.split('#')[1]
  return form && anchor?.startsWith(`${form}-`) ? anchor : undefined
}
