import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { type OrderStatus, orderStatuses } from '../../../../contract/sales/order-states.ts'
import { type Order, setOrderStatus } from '../../../../contract/sales/orders.ts'
import { askGateway } from '../../../../contract/sales/payment-evidence.ts'
import { type ManualPaymentMethod, manualPaymentMethods } from '../../../../contract/sales/payment-states.ts'
import { markPaid, takeBackPaid } from '../../../../contract/sales/payments.ts'
import type { FieldSpecs } from '../../../forms/document-form.tsx'
import { hiddenField } from '../../../forms/field.tsx'
import { type PageForm, pageForm } from '../../../forms/form-action.ts'
import { confirm } from '../../forms/confirmation.tsx'
import { lastAnswer, type Saving, SavingAnswer, SavingForm, useSaving } from '../../forms/saving.tsx'
import { TextFields } from '../../forms/text-fields.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { SidePanel } from './side-panels.tsx'

const reason = { reason: { type: 'textarea', label: 'Reason' } } as const
const mark = {
  method: { type: 'text', label: 'Method', help: `Optional: ${manualPaymentMethods.join(', ')}.`, autoComplete: 'off' },
  reference: { type: 'text', label: 'Reference', help: 'Optional, such as the number of the check.', autoComplete: 'off' },
  paidOn: {
    type: 'text',
    label: 'Paid on',
    help: 'Optional: the day the money arrived, such as 2026-11-23.',
    autoComplete: 'off',
  },
  reason: { type: 'textarea', label: 'Reason', help: 'Such as: bank transfer of November 22, seen on the account.' },
} as const
const statusFields = { orderStatus: hiddenField }

/** What can be done with an order on its page, besides closing what is flagged. */
export const orderForms: Readonly<Record<'status' | 'paid' | 'takeBack' | 'ask', PageForm>> = {
  status: pageForm(statusFields, async ({ call, params: { id = '' }, values: { orderStatus } }) => ({
    // The call refuses whatever else was sent.
    notice: (await call(setOrderStatus, { params: { id }, body: { orderStatus: orderStatus as OrderStatus } })).message,
  })),
  paid: pageForm(mark, async ({ call, params: { id = '' }, values: { reason, method, reference, paidOn }, posted }) => {
    await confirm(call, posted[CONFIRMATION])
    const body = {
      reason,
      // The call refuses any other value.
      ...(method && { method: method.trim().toLowerCase() as ManualPaymentMethod }),
      ...(reference && { reference }),
      ...(paidOn && { paidOn: paidOn.trim() }),
    }
    return { notice: (await call(markPaid, { params: { id }, body })).message }
  }),
  takeBack: pageForm(reason, async ({ call, params: { id = '' }, values, posted }) => {
    await confirm(call, posted[CONFIRMATION])
    return { notice: (await call(takeBackPaid, { params: { id }, body: { reason: values.reason } })).message }
  }),
  ask: pageForm({}, async ({ call, params: { id = '' } }) => ({
    notice: (await call(askGateway, { params: { id } })).message,
  })),
}

/** Pending or Delivered (spec section 2). */
export function StatusForm({ order: { orderStatus } }: { order: Order }) {
  const saving = useSaving('status')
  return (
    <SidePanel title="Order status">
      <SavingForm saving={saving} className="grid gap-3 print:hidden">
        <SavingAnswer saving={saving} />
        <fieldset>
          <legend className="sr-only">Order status</legend>
          {orderStatuses.map((status) => (
            <label key={status} className="flex min-h-11 items-center gap-3">
              <input
                // Whoever changes it meanwhile is believed.
                key={`${status} ${orderStatus}`}
                type="radio"
                name="orderStatus"
                value={status}
                defaultChecked={status === orderStatus}
                className="size-5 accent-pine"
              />
              {status}
            </label>
          ))}
        </fieldset>
        <Button type="submit" aria-disabled={saving.isBusy}>
          {saving.isBusy ? 'Saving…' : 'Update status'}
        </Button>
      </SavingForm>
      <p className="hidden print:block">{orderStatus}</p>
    </SidePanel>
  )
}

/** The form for a payment outside the site. `saving` outlives the form, which disappears once the order is paid. */
export function MarkPaidForm({ saving }: { saving: Saving }) {
  return (
    <FoldedForm
      title="Mark paid by hand"
      note="For a payment that came some other way. Needs a reason and goes on this timeline with your name."
      openLabel="Give a reason"
      submitLabel="Mark as paid"
      fields={mark}
      saving={saving}
    />
  )
}

/** The form that undoes a mark by hand, for example after a check bounced. */
export function TakeBackForm({ saving }: { saving: Saving }) {
  return (
    <FoldedForm
      title="Undo mark as paid"
      note="An admin marked this order as paid by hand. If that was wrong, undo it and give a reason."
      openLabel="Undo the mark"
      submitLabel="Undo mark as paid"
      fields={reason}
      saving={saving}
    />
  )
}

type FoldedFormProps = {
  title: string
  note: string
  openLabel: string
  submitLabel: string
  fields: FieldSpecs
  saving: Saving
}

/** A side panel whose form opens on request, or to show an error. */
function FoldedForm({ title, note, openLabel, submitLabel, fields, saving }: FoldedFormProps) {
  return (
    <SidePanel title={title} isApart>
      <p className="text-muted">{note}</p>
      <details open={lastAnswer(saving)?.error !== undefined} className="disclosure print:hidden">
        <summary className={buttonClass('outline')}>{openLabel}</summary>
        <SavingForm saving={saving} className="form-in-panel mt-4 grid gap-4">
          <SavingAnswer saving={saving} />
          <TextFields saving={saving} fields={fields} />
          <Button type="submit" aria-disabled={saving.isBusy}>
            {saving.isBusy ? 'Saving…' : submitLabel}
          </Button>
        </SavingForm>
      </details>
    </SidePanel>
  )
}

/** Where the provider can say how a payment stands. */
export function AskForm({ provider }: { provider: string }) {
  const saving = useSaving('ask')
  return (
    <SidePanel title="Is something missing?">
      <p className="text-muted">If the customer has paid and nothing arrived here, {provider} can be asked.</p>
      <SavingForm saving={saving} className="grid gap-3 print:hidden">
        <SavingAnswer saving={saving} />
        <Button type="submit" look="outline" aria-disabled={saving.isBusy}>
          {saving.isBusy ? 'Asking…' : 'Ask the gateway now'}
        </Button>
      </SavingForm>
    </SidePanel>
  )
}
