import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import {
  type DeliverableChoiceData,
  deliverableChoices,
  describeChoice,
  describeChoiceDeadline,
} from '#contract/work/deliverable-choice.ts'
import { chooseForDeliverableEndpoint, type Deliverable } from '#contract/work/deliverables.ts'
import { redirectWithFlashNotice } from '../../flash-notices.ts'
import { defineForm } from '../../forms/form-action.ts'
import { HiddenFields, hiddenFieldSpec } from '../../forms/form-field.tsx'
import { HtmlForm } from '../../forms/html-form.tsx'
import { FormButton } from '../../ui/link-button.tsx'
import { ActionCard } from './action-cards.tsx'

export const CHOICE_FORM_NAME = 'choice'
const fields = { id: hiddenFieldSpec, _version: hiddenFieldSpec, choice: hiddenFieldSpec, amount: hiddenFieldSpec }

/** The pressed button sends the choice. */
export const choiceForm = defineForm(fields, async ({ call, request, params: { id: orderId = '' }, values }) => {
  const choice = deliverableChoices.find((one) => one === values.choice) ?? 'finish'
  const { message } = await call(chooseForDeliverableEndpoint, {
    params: { id: values.id },
    body: { choice, _version: Number(values._version), ...(values.amount && { amount: values.amount }) },
  })
  return redirectWithFlashNotice(request, `/my-order/${orderId}`, `${message}.`)
})

type Props = { deliverable: Deliverable; choice: DeliverableChoiceData }

/** Asks what happens to a missed part. The client can change the choice until the team carries it out. */
export function ChoiceCard({ deliverable: { _id, _version, title }, choice: { missedOn, chooseBy, share, kind, by } }: Props) {
  return (
    <ActionCard
      id={`choice-${_id}`}
      label={kind ? 'Until we carry it out, you can change it' : 'Waiting for you'}
      title={`${title}: ${kind ? 'your choice' : 'please choose'}`}
      button={
        <HtmlForm name={CHOICE_FORM_NAME} busyLabel="Saving…">
          <HiddenFields values={{ id: _id, _version: String(_version), amount: share ?? '' }} />
          <div className="account-actions">
            {deliverableChoices
              .filter((one) => one !== kind && (one !== 'refund' || share !== null))
              .map((one) => (
                <FormButton key={one} name="choice" value={one} buttonStyle="outline">
                  {describeChoice(one, share)}
                  <span className="visually-hidden">: {title}</span>
                </FormButton>
              ))}
          </div>
        </HtmlForm>
      }
    >
      We didn’t deliver this part by {formatCalendarDay(missedOn)}.{' '}
      {kind
        ? `${by === 'client' ? 'You chose' : 'We didn’t hear from you, so we do this'}: ${describeChoice(kind, share)}.`
        : describeChoiceDeadline(chooseBy)}
    </ActionCard>
  )
}
