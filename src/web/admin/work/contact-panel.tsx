import { type OrderContact, setOrderContactEndpoint } from '#contract/work/order-work.ts'
import { defineForm } from '../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../forms/form-field.tsx'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { SubmitButton } from '../shell/button.tsx'
import { FilterSelect } from '../shell/list-filters.tsx'
import { TitledPanel } from '../shell/titled-panel.tsx'

export const CONTACT_FORM_NAME = 'contact'

export const contactForm = defineForm({ contact: hiddenFieldSpec }, ({ call, params: { id = '' }, values: { contact } }) =>
  call(setOrderContactEndpoint, { params: { orderId: id }, body: { contact } }),
)

type Props = { contact: OrderContact | null; team: readonly { _id: string; name: string }[] }

/** Chooses who writes to the client by name. */
export function ContactPanel({ contact, team }: Props) {
  const submission = useFormSubmission(CONTACT_FORM_NAME)
  return (
    <TitledPanel title="Contact">
      <p className="text-help text-muted">
        The client sees this person beside the messages, and emails about the order come from this name. The names are those of
        your team section.
      </p>
      <SubmissionError submission={submission} />
      <SubmissionForm submission={submission} className="flex flex-wrap items-end gap-3">
        <FilterSelect
          label="Who"
          name="contact"
          className="min-w-0 grow"
          allLabel="No one by name"
          value={contact?._id}
          choices={team.map(({ _id, name }) => [_id, name] as const)}
        />
        <SubmitButton isBusy={submission.isBusy} label="Save" busyLabel="Saving…" />
      </SubmissionForm>
    </TitledPanel>
  )
}
