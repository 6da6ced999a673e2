import { useState } from 'react'
import type { Finding } from '../../../contract/site-checks.ts'
import { fieldId } from '../../forms/field.tsx'
import { focusField } from '../../forms/form-answer.tsx'
import { lastAnswer, type Saving } from '../forms/saving.tsx'
import { Button } from '../parts/button.tsx'
import { useIsLive } from '../parts/live.tsx'
import { ANYWAY } from './asked-first.ts'

type Props = { form: string; saving: Saving; isBusy: boolean; words?: string }

/** What was found before the last save, where that is a question now. */
export function findingsIn(saving: Saving): readonly Finding[] | undefined {
  return (lastAnswer(saving) as { findings?: Finding[] } | undefined)?.findings
}

/** In place of the summary of what is at fault: what a save would newly break, and whether to save all the same. Nothing typed is lost. */
export function FoundBeforeSaving({ form, saving, isBusy, words = 'Save anyway' }: Props) {
  const answer = lastAnswer(saving)
  const findings = findingsIn(saving)
  const [closed, setClosed] = useState<typeof answer>()
  const isLive = useIsLive()
  if (!findings || closed === answer) return null
  const id = fieldId(form, 'problem')
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
        {findings.map(({ rule, says, pages, place }) => (
          <li key={`${rule} ${place.path} ${says}`} className="wrap-anywhere">
            {says}{' '}
            <span className="text-muted">
              {pages.length > 0 && `On ${new Intl.ListFormat('en-GB').format(pages)}. `}
              <PlaceIn form={form} place={place} />
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name={ANYWAY} value="1" aria-disabled={isBusy}>
          {words}
        </Button>
        {isLive && (
          <Button
            look="outline"
            onClick={() => {
              setClosed(answer)
              document.getElementById(fieldOf(form, findings[0]?.place.path) ?? '')?.focus()
              if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
            }}
          >
            Go back
          </Button>
        )}
      </div>
      {!isLive && <p>Or go back to the fields below: what you typed is still there.</p>}
    </section>
  )
}

/** A field of this form is a step away; another editor would be the end of what was typed here. */
function PlaceIn({ form, place }: { form: string; place: Finding['place'] }) {
  const field = fieldOf(form, place.path)
  if (!field) return `It is edited under ${place.name}.`
  return (
    <a href={`#${field}`} onClick={focusField} className="inline-block py-0.5 underline">
      {place.name}
    </a>
  )
}

function fieldOf(form: string, path = ''): string | undefined {
  const anchor = path.split('#')[1]
  return anchor?.startsWith(`${form}-`) ? anchor : undefined
}
