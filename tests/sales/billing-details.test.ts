import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { Order } from '#contract/sales/orders.ts'
import { createContentClient } from '../support/content-client.ts'
import { createOrderClient } from '../support/order-client.ts'
import { sampleCustomer, standardPackageValues } from '../support/site-with-paypal.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the legal name and the billing details', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' }, { renderSalesDocument: undefined })
  const { call, markPaid } = createOrderClient(site)

  async function placeOrder(details: object): Promise<Order> {
    const { packageName, packagePrice } = standardPackageValues
    const body = { packageName, packagePrice, ...sampleCustomer, ...details }
    const { status, reply } = await call<{ record: Order }>('POST', '/new-order', 'customer', body)
    expect([status, reply]).toEqual([201, expect.anything()])
    return reply.record
  }

  async function readInvoice(orderId: string): Promise<string> {
    const { bytes } = await site.request('GET', `/api/invoice/${orderId}`, { as: 'customer' })
    return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text
  }

  it('are on the order, its pages, the invoice and the CSV file (P-78, P-342)', async () => {
    const company = 'Harbor Homes LLC'
    const plain = await placeOrder({})
    expect([plain.customerCompany, plain.purchaseOrder]).toEqual([undefined, undefined])
    await markPaid(plain._id)
    const issuedEarlier = await readInvoice(plain._id)
    expect(issuedEarlier).not.toMatch(/Purchase order|Sample Realty LLC/)

    const content = createContentClient(site)
    const [business] = await content.listPublic(businessInfo)
    const { status } = await content.save(businessInfo, String(business?._id), { ...business, legalName: 'Sample Realty LLC' })
    expect(status).toBe(200)
    const { _id } = await placeOrder({ customerCompany: company, purchaseOrder: '=4711' })
    await markPaid(_id)
    const invoice = await readInvoice(_id)
    for (const text of [company, sampleCustomer.customerName, 'Purchase order: =4711', 'Sample Realty LLC'])
      expect(invoice).toContain(text)
    expect(await readInvoice(plain._id)).toBe(issuedEarlier)

    for (const [path, as] of [
      [`/my-order/${_id}`, 'customer'],
      [`/admin/payment-status/${_id}`, 'admin'],
    ] as const) {
      const { text } = await site.request('GET', path, { as })
      for (const detail of [company, '=4711']) expect(text, path).toContain(detail)
    }
    const form = (
      await site.request('GET', `/order-now/${(await content.listPublic(pricingPackage))[0]?._id}?form=x`, { as: 'customer' })
    ).text
    expect(form).toContain(`value="${company}"`)
    expect(form).not.toContain('=4711')

    const [header = '', newest = ''] = (await site.request('GET', '/api/orders.csv', { as: 'admin' })).text.split(/\r?\n/)
    expect(header).toMatch(/,"Country","Company","Purchase order"$/)
    // A spreadsheet must not run the cell.
    expect(newest).toMatch(/,"Harbor Homes LLC","'=4711"$/)
    expect((await site.request('GET', '/terms')).text).toContain('These terms are between you and Sample Realty LLC.')
    expect((await site.request('GET', '/')).text).toContain('"legalName":"Sample Realty LLC"')
  })
})
