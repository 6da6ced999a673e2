import type { ReactNode } from 'react'
import type { Order } from '#contract/sales/orders.ts'
import type { Values } from '../forms/form-action.ts'
import type { FormFieldSpec } from '../forms/form-field.tsx'
import { createSavedFormCookie } from '../forms/form-kept-during-login.ts'
import { HtmlFormField } from '../forms/html-form.tsx'
import { FormButton } from '../ui/link-button.tsx'
import { countrySuggestions } from './country-suggestions.ts'

/** What a customer enters to order (P-78). The email is locked. */
export const billingFields = {
  customerEmail: { type: 'email', label: 'Email', help: 'From your account. The receipt goes here.', readOnly: true },
  customerName: { type: 'text', label: 'Name', autoComplete: 'billing name', required: true },
  customerAddress: {
    type: 'text',
    label: 'Address',
    help: 'Street, city, state and ZIP code. It shows on your invoice.',
    required: true,
  },
  customerCountry: {
    type: 'text',
    label: 'Country',
    autoComplete: 'billing country-name',
    suggestions: countrySuggestions,
    required: true,
  },
  customerCompany: {
    type: 'text',
    label: 'Company (optional)',
    autoComplete: 'billing organization',
    help: 'It shows on your invoice.',
  },
  purchaseOrder: { type: 'text', label: 'Purchase order number (optional)', help: 'It shows on your invoice.' },
} satisfies Record<string, FormFieldSpec>

/** Keeps the text that was typed before the session ended. */
export const savedBillingForm = createSavedFormCookie({
  owner: 'customerEmail',
  fields: Object.keys(billingFields).filter((name) => name !== 'customerEmail'),
})

export function getBillingFieldLabel(name: string): string {
  return (billingFields as Record<string, FormFieldSpec>)[name]?.label ?? name
}

/** Returns what the next order form repeats. */
export function pickBillingDetails({ customerName, customerAddress, customerCountry, customerCompany = '' }: Order): Values {
  return { customerName, customerAddress, customerCountry, customerCompany }
}

/** Places the order, and says that nothing is charged yet. */
export function PlaceOrderButton({ children }: { children: ReactNode }) {
  return (
    <div className="order-send">
      <FormButton>{children}</FormButton>
      <p>You won’t be charged yet. Once you’ve ordered, you pay on PayPal’s own page.</p>
    </div>
  )
}

/** Shows every field inside a form that has them. */
export function BillingFormFields() {
  return (
    <>
      <h2 className="h3">Billing details</h2>
      {Object.keys(billingFields).map((name) => (
        <HtmlFormField key={name} name={name} />
      ))}
    </>
  )
}
