import { reopenBriefEndpoint } from '../../../contract/work/brief.ts'
import type { DeliverableState } from '../../../contract/work/deliverable-steps.ts'
import { addDeliverableEndpoint, updateDeliverableEndpoint } from '../../../contract/work/deliverables.ts'
import { startMonthEndpoint } from '../../../contract/work/order-work.ts'
import { defineForm } from '../../forms/form-action.ts'
import { type FormFieldSpec, hiddenField } from '../../forms/form-field.tsx'

export const startFields = {
  startsOn: { type: 'date', label: 'Start date', help: 'All due dates count from this day.', autoComplete: 'off' },
} satisfies Record<string, FormFieldSpec>

export const reopenFields = {
  reason: { type: 'text', label: 'Reason', help: 'The client reads it above the questions.', autoComplete: 'off' },
} satisfies Record<string, FormFieldSpec>

export const deliverableFields = {
  title: { type: 'text', label: 'Title', help: 'The client reads it.', autoComplete: 'off' },
  details: { type: 'textarea', label: 'Details (optional)' },
  dueOn: { type: 'date', label: 'Due date (optional)', autoComplete: 'off' },
  needsApproval: {
    type: 'select',
    label: 'Does the client approve a draft first?',
    options: ['Yes', 'No'],
  },
} satisfies Record<string, FormFieldSpec>

export const editFields = {
  ...deliverableFields,
  assignee: {
    type: 'email',
    label: 'Who does it (optional)',
    help: 'The email of a person on your team.',
    autoComplete: 'off',
  },
} satisfies Record<string, FormFieldSpec>

/** What a step can need. A draft and a proof share the fields of the proof. */
export const stepFields = {
  waitingFor: { type: 'textarea', label: 'What do you need?', help: 'The client reads it.' },
  reason: { type: 'textarea', label: 'Reason', help: 'The client reads it.' },
  proofUrl: { type: 'url', label: 'Link', autoComplete: 'off' },
  proofNote: { type: 'textarea', label: 'Text', help: 'A link, a text or both.' },
} satisfies Record<string, FormFieldSpec>

/** The forms of an order's work and of one deliverable. */
export const workForms = {
  start: defineForm(startFields, async ({ call, params: { id = '' }, values: { startsOn } }) => ({
    notice: (await call(startMonthEndpoint, { params: { orderId: id }, body: { startsOn } })).message,
  })),
  reopen: defineForm(reopenFields, async ({ call, params: { id = '' }, values: { reason } }) => ({
    notice: (await call(reopenBriefEndpoint, { params: { orderId: id }, body: { reason } })).message,
    values: {},
  })),
  add: defineForm(deliverableFields, async ({ call, params: { id = '' }, values, key }) => {
    const { title, details, dueOn, needsApproval } = values
    const body = { title, details, ...(dueOn && { dueOn }), needsApproval: needsApproval === 'Yes' }
    return { notice: (await call(addDeliverableEndpoint, { params: { orderId: id }, body, key })).message, values: {} }
  }),
  step: defineForm({ id: hiddenField, _version: hiddenField, state: hiddenField, ...stepFields }, async ({ call, values }) => {
    const { id, _version, state, ...details } = values
    const filled = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''))
    // The call refuses any other state.
    const body = { ...filled, state: state as DeliverableState, _version: Number(_version) }
    return { notice: (await call(updateDeliverableEndpoint, { params: { id }, body })).message, values: {} }
  }),
  edit: defineForm(
    { id: hiddenField, _version: hiddenField, ...editFields },
    async ({ call, values: { id, _version, needsApproval, dueOn, ...texts } }) => ({
      notice: (
        await call(updateDeliverableEndpoint, {
          params: { id },
          body: {
            ...texts,
            ...(dueOn && { dueOn }),
            needsApproval: needsApproval === 'Yes',
            _version: Number(_version),
          },
        })
      ).message,
    }),
  ),
}
