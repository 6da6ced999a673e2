import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient, PlacedOrder } from './api-client.ts'
import { waitForHeading } from './page-actions.ts'

export const CONFIRMING_PAYMENT = "Thank you. We're confirming your payment"
export const PAYMENT_CANCELED = 'You have cancelled the payment'

export async function expectCanceled(page: Page): Promise<void> {
  await waitForHeading(page, 'Your order is canceled')
  expect(await page.locator('h1 + [role=status]').textContent()).toBe(PAYMENT_CANCELED)
}

export async function getPaymentStatus(api: ApiClient, { _id }: PlacedOrder): Promise<string | undefined> {
  return ((await api('GET', `/order/${_id}`)) as PlacedOrder).paymentStatus
}
