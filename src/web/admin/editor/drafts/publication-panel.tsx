import { Link } from 'react-router'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { Field, fieldId } from '../../../forms/field.tsx'
import { lastAnswer, type Saving, SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { Button, type ButtonLook, buttonClass } from '../../shell/button.tsx'
import { FoundFirst, FoundFirstForm } from '../form/found-first.tsx'
import type { DraftFormName } from './draft-forms.ts'
import type { Clock, ShownDraft } from './shown-draft.ts'

/** All of the draft at once: published now or at a time, or discarded. */
export function PublicationPanel({ draft }: { draft: ShownDraft }) {
  const publish = useDraftForm('publish', draft)
  const discard = useDraftForm('discard', draft)
  const schedule = useDraftForm('schedule', draft)
  const takeBack = useDraftForm('takeBack', draft)
  const { changes, scheduledFor, scheduledBy, failure, clock } = draft
  const isScheduled = scheduledFor !== null
  return (
    <>
      {failure && !isScheduled && (
        <div className="rounded-card border border-error bg-error-tint p-4 text-error-deep">
          <h2 className="font-semibold">The draft was not published at its time</h2>
          <p className="mt-1">{failure}</p>
        </div>
      )}
      {[publish, discard, takeBack, schedule].map((saving) => (
        <SavingAnswer key={saving.form} saving={saving} />
      ))}
      {changes.length > 0 && <FoundFirstForm saving={publish} words="Publish anyway" />}
      {changes.length > 0 && (
        <section aria-labelledby="publish-title" className="sheet">
          <header>
            <h2 id="publish-title">Publish</h2>
          </header>
          <div className="grid gap-4 border-t-[1.5px] border-ink p-4 md:px-5">
            {isScheduled && (
              <p className="wrap-anywhere">
                All of this will be published at this time: <strong>{scheduledFor}</strong>, as {scheduledBy} chose.
              </p>
            )}
            <div className="flex flex-wrap items-start gap-3">
              {isScheduled && <OneButton saving={takeBack} words="Take back" busy="Taking back…" look="filled" />}
              <OneButton
                saving={publish}
                words={isScheduled ? 'Publish all now' : 'Publish all'}
                busy="Publishing…"
                look={isScheduled ? 'outline' : 'filled'}
              />
              {!isScheduled && <ScheduleForm saving={schedule} clock={clock} />}
              <DiscardAll saving={discard} count={changes.length} />
            </div>
          </div>
        </section>
      )}
    </>
  )
}

function useDraftForm(name: DraftFormName, draft: ShownDraft): Saving {
  const saving = useSaving(name)
  useKeptFocus(saving, draft)
  return saving
}

type OneButtonProps = { saving: Saving; words: string; busy: string; look: ButtonLook }

function OneButton({ saving, words, busy, look }: OneButtonProps) {
  return (
    <SavingForm saving={saving}>
      <Button type="submit" look={look} aria-disabled={saving.isBusy}>
        {saving.isBusy ? busy : words}
      </Button>
    </SavingForm>
  )
}

/** A date and time by the clocks of the business, wherever its owner is: so all admins mean the same, and so does a browser without script. */
function ScheduleForm({ saving, clock: { zone, words, isGiven } }: { saving: Saving; clock: Clock }) {
  const last = lastAnswer(saving)
  const help = `By the clocks of your business: ${words} (${zone.replaceAll('_', ' ')}).`
  return (
    <details open={last?.error !== undefined} className="disclosure">
      <summary className={buttonClass('outline')}>Publish at a time…</summary>
      <SavingForm saving={saving} className="form-in-panel mt-4 grid max-w-160 gap-4">
        <input type="hidden" name="zone" value={zone} />
        <FoundFirst saving={saving} words="Publish then anyway" />
        <Field id={fieldId('schedule', 'at')} label="Date and time" help={help} error={last?.fields.at}>
          {(control) => <input {...control} type="datetime-local" name="at" defaultValue={last?.values.at} className="control" />}
        </Field>
        {!isGiven && (
          <p className="text-fine text-muted">
            You have not said yet in which time zone your business is.{' '}
            <Link to={footerAddress.editor.home} className="underline">
              Say so first
            </Link>{' '}
            if it is another.
          </p>
        )}
        <Button type="submit" aria-disabled={saving.isBusy} className="justify-self-start">
          {saving.isBusy ? 'Saving…' : 'Publish then'}
        </Button>
      </SavingForm>
    </details>
  )
}

/** What was typed is lost with them, so it is asked for once more. */
function DiscardAll({ saving, count }: { saving: Saving; count: number }) {
  return (
    <details className="disclosure">
      <summary className={buttonClass('outline')}>Discard all…</summary>
      <SavingForm saving={saving} className="mt-3 grid max-w-80 gap-3">
        <p className="text-fine text-muted">
          {count === 1 ? 'The one change is lost' : `All ${count} changes are lost`}, and cannot be brought back. The live site
          stays as it is.
        </p>
        <Button type="submit" aria-disabled={saving.isBusy} className="justify-self-start">
          {saving.isBusy ? 'Discarding…' : count === 1 ? 'Discard the change' : `Discard all ${count} changes`}
        </Button>
      </SavingForm>
    </details>
  )
}
