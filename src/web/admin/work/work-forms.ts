import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { reopenBriefEndpoint } from '#contract/work/brief.ts'
import { setCustomerMonthEndpoint } from '#contract/work/customer-month.ts'
import type { DeliverableState } from '#contract/work/deliverable-workflow.ts'
import { addDeliverableEndpoint, updateDeliverableEndpoint, updateDeliverablesEndpoint } from '#contract/work/deliverables.ts'
import { setMonthStartDateEndpoint } from '#contract/work/order-work.ts'
import { attachedFileFields, uploadChosenOrderFiles } from '../../conversation/order-file-field.tsx'
import { defineFileUploadForm, defineForm, type Values } from '../../forms/form-action.ts'
import { type FormFieldSpec, hiddenFieldSpec } from '../../forms/form-field.tsx'

export const monthStartDateFormFields = {
  startsOn: { type: 'date', label: 'Start date', help: 'All due dates count from this day.', autoComplete: 'off' },
  /** A date before the payment that the page asked about. */
  confirmedStart: hiddenFieldSpec,
} satisfies Record<string, FormFieldSpec>

export const customerMonthFormFields = {
  month: {
    type: 'text',
    inputMode: 'numeric',
    label: 'Month of this package',
    help: '1 has the parts of the first month. From 2 on, it has those of later months.',
    autoComplete: 'off',
  },
} satisfies Record<string, FormFieldSpec>

export const reopenBriefFormFields = {
  reason: { type: 'text', label: 'Reason', help: 'The client sees it above the questions.', autoComplete: 'off' },
} satisfies Record<string, FormFieldSpec>

export const deliverableFormFields = {
  title: { type: 'text', label: 'Title', help: 'The client sees this.', autoComplete: 'off' },
  details: { type: 'textarea', label: 'Details (optional)' },
  dueOn: { type: 'date', label: 'Due date (optional)', autoComplete: 'off' },
  needsApproval: {
    type: 'select',
    label: 'Does the client approve a draft first?',
    options: ['Yes', 'No'],
  },
} satisfies Record<string, FormFieldSpec>

export const deliverableEditFormFields = {
  ...deliverableFormFields,
  assignee: {
    type: 'email',
    label: 'Assigned to (optional)',
    help: 'The email of someone on your team.',
    autoComplete: 'off',
  },
  weight: {
    type: 'text',
    inputMode: 'numeric',
    label: 'Part of the price',
    help: 'A whole number, relative to the other deliverables. It sets the share that you can refund. 0 = free.',
    autoComplete: 'off',
  },
} satisfies Record<string, FormFieldSpec>

/** Returns the name of the hidden field with the value that the page showed. A field that still has it isn't saved. */
export function buildShownValueFieldName(name: string): string {
  return `shown-${name}`
}

const shownValueFields = Object.fromEntries(
  Object.keys(deliverableEditFormFields).map((name) => [buildShownValueFieldName(name), hiddenFieldSpec]),
)

/** What a step can need. A draft and a proof share the fields of the proof, and a file. */
export const deliverableStepFormFields = {
  waitingFor: { type: 'textarea', label: 'What do you need?', help: 'The client sees this.' },
  reason: { type: 'textarea', label: 'Reason', help: 'The client sees this.' },
  proofUrl: { type: 'url', label: 'Link', autoComplete: 'off' },
  proofNote: { type: 'textarea', label: 'Text' },
} satisfies Record<string, FormFieldSpec>

const stepTarget = { id: hiddenFieldSpec, orderId: hiddenFieldSpec, _version: hiddenFieldSpec, state: hiddenFieldSpec }

/** Takes a step. Texts that are empty stay as they are. */
function takeStep(call: ApiCallFunction, values: Values) {
  const { id = '', orderId: _, _version, state, ...texts } = values
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
  // The call refuses any other state.
  const body = { ...filled, state: state as DeliverableState, _version: Number(_version) }
  return call(updateDeliverableEndpoint, { params: { id }, body })
}

/** The form of a step that needs a draft or a proof. */
export const DELIVERABLE_PROOF_FORM_NAME = 'proof'

const proofFields = {
  ...stepTarget,
  ...attachedFileFields,
  proofUrl: deliverableStepFormFields.proofUrl,
  proofNote: deliverableStepFormFields.proofNote,
}

/** Uploads the chosen file, if there is one, and takes the step. */
export const proofForm = defineFileUploadForm(async (callWithForm, { call, postedValues }) => {
  await uploadChosenOrderFiles(callWithForm, postedValues.orderId ?? '', postedValues)
  const { id: deliverableId = '', _version = '', state = '', attachedFile = '', proofUrl = '', proofNote = '' } = postedValues
  return takeStep(call, { id: deliverableId, _version, state, proofFile: attachedFile, proofUrl, proofNote })
}, proofFields)

/** The forms of an order's work and of one deliverable. */
export const workForms = {
  start: defineForm(monthStartDateFormFields, async ({ call, params: { id = '' }, values: { startsOn, confirmedStart } }) => {
    const body = { startsOn, ...(confirmedStart && { confirmedStart }) }
    return call(setMonthStartDateEndpoint, { params: { orderId: id }, body })
  }),
  month: defineForm(customerMonthFormFields, ({ call, params: { id = '' }, values: { month } }) =>
    call(setCustomerMonthEndpoint, { params: { orderId: id }, body: { month: Number(month) } }),
  ),
  reopen: defineForm(reopenBriefFormFields, ({ call, params: { id = '' }, values: { reason } }) =>
    call(reopenBriefEndpoint, { params: { orderId: id }, body: { reason } }),
  ),
  add: defineForm(deliverableFormFields, async ({ call, params: { id = '' }, values, key }) => {
    const { title, details, dueOn, needsApproval } = values
    const body = { title, details, ...(dueOn && { dueOn }), needsApproval: needsApproval === 'Yes' }
    return call(addDeliverableEndpoint, { params: { orderId: id }, body, key })
  }),
  step: defineForm(
    { ...stepTarget, waitingFor: deliverableStepFormFields.waitingFor, reason: deliverableStepFormFields.reason },
    ({ call, values }) => takeStep(call, values),
  ),
  edit: defineForm(
    { id: hiddenFieldSpec, _version: hiddenFieldSpec, ...shownValueFields, ...deliverableEditFormFields },
    async ({ call, postedValues }) => {
      const { id = '', _version, ...values } = postedValues
      const { needsApproval, dueOn, weight, ...texts } = pickEditedFields(values)
      const body = {
        ...texts,
        ...(dueOn && { dueOn }),
        ...(weight && { weight: Number(weight) }),
        ...(needsApproval && { needsApproval: needsApproval === 'Yes' }),
        _version: Number(_version),
      }
      return call(updateDeliverableEndpoint, { params: { id }, body })
    },
  ),
}

/** What the team does with the selected rows of the board. */
const selectedRowsFormFields = {
  parts: hiddenFieldSpec,
  assignee: hiddenFieldSpec,
  proofUrl: deliverableStepFormFields.proofUrl,
  proofNote: deliverableStepFormFields.proofNote,
}
/** The buttons of the form: assign the rows, start them, or deliver each or send it as a draft. */
export const SELECTED_ROWS_BUTTON_NAME = 'action'
export type SelectedRowsAction = 'assign' | 'start' | 'deliver'

/** Writes the selected rows as one value: `id:version:state` of each. The state is the one that delivering leads to. */
export function formatSelectedRows(rows: readonly { _id: string; _version: number; isDraft: boolean }[]): string {
  return rows.map(({ _id, _version, isDraft }) => `${_id}:${_version}:${isDraft ? 'waiting for approval' : 'delivered'}`).join()
}

const selectedRowsForm = defineForm(selectedRowsFormFields, ({ call, postedValues }) => {
  const { parts = '', assignee = '', proofUrl = '', proofNote = '', [SELECTED_ROWS_BUTTON_NAME]: action } = postedValues
  const rows = parts.split(',').map((part) => part.split(':'))
  const deliverables = rows.map(([_id = '', version, delivered]) => ({
    _id,
    _version: Number(version),
    // The call refuses any other state.
    ...(action !== 'assign' && { state: (action === 'start' ? 'in progress' : delivered) as DeliverableState }),
  }))
  const proof = { ...(proofUrl && { proofUrl }), ...(proofNote && { proofNote }) }
  const changes = { assign: { assignee }, start: {}, deliver: proof }[action as SelectedRowsAction]
  return call(updateDeliverablesEndpoint, { body: { deliverables, ...changes } })
})

/** The forms of the board. */
export const boardForms = { step: workForms.step, [DELIVERABLE_PROOF_FORM_NAME]: proofForm, selected: selectedRowsForm }

/** The forms of the page of one deliverable. */
export const deliverableForms = { step: workForms.step, [DELIVERABLE_PROOF_FORM_NAME]: proofForm, edit: workForms.edit }

/** Picks the edited fields. Another admin may have changed the others without a new version. */
export function pickEditedFields(values: Values): Values {
  const names = Object.keys(deliverableEditFormFields)
  return Object.fromEntries(
    names.map((name) => [name, values[name]]).filter(([name = '', value]) => value !== values[buildShownValueFieldName(name)]),
  )
}
