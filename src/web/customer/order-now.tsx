import { data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { pricingPackage } from '../../contract/content/kinds/pricing-package.ts'
import { pricingWords } from '../../contract/content/kinds/pricing-words.ts'
import type { Package } from '../../contract/content/package-points.ts'
import type { Call } from '../../contract/grammar/endpoint.ts'
import { Refusal } from '../../contract/grammar/refusal.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { newOrder } from '../../contract/sales/orders.ts'
import { DocumentForm, FormField } from '../forms/document-form.tsx'
import type { FieldSpec } from '../forms/field.tsx'
import { type FormAnswer, formAction, type Values } from '../forms/form-action.ts'
import { SuccessNotice } from '../forms/form-answer.tsx'
import { createKeptForm } from '../forms/kept-form.ts'
import { newFormId } from '../forms/submission.ts'
import { redirectWithNotice } from '../notice.ts'
import { readContent, recordsOf, wordsOf } from '../page-content.ts'
import { inOrderOfSize } from '../public/sections/pricing/packages.ts'
import { useRoot } from '../root.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'
import { CustomerPage, Stages } from './customer-page.tsx'
import { PLACED } from './order-list.tsx'
import { PackageSlip } from './package-slip.tsx'

/** The order of spec section 7, as far as a customer decides or sees it; what is locked lets the server notice another price. */
const fields = {
  packageName: { type: 'text', label: 'Package name', readOnly: true },
  packagePrice: { type: 'text', label: 'Price, US dollars', readOnly: true },
  customerEmail: { type: 'email', label: 'Email', help: 'From your account. The receipt goes here.', readOnly: true },
  customerName: { type: 'text', label: 'Name', autoComplete: 'name', required: true },
  customerAddress: { type: 'text', label: 'Address', autoComplete: 'street-address', required: true },
  customerCountry: { type: 'text', label: 'Country', autoComplete: 'country-name', required: true },
} satisfies Record<string, FieldSpec>

/** In the address: which showing of the form it is. */
const SHOWING = 'form'

const keptForm = createKeptForm({ owner: 'customerEmail', fields: ['customerName', 'customerAddress', 'customerCountry'] })
export const keep = keptForm.keep

type Loaded = { formId?: string; record?: Package; words: WordsOf<typeof pricingWords>; others: string[]; typed?: Values }

/**
 * The showing is named in the address, so that Back leads to the very form that was sent: sent once more, it is the
 * same order (decision 35). A package that is not there any more has a page that says so.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { record, words, others } = await packageAt(visitOf(context).call, params.id)
  if (!record) return data({ words, others } satisfies Loaded, { status: 404 })
  const formId = new URL(request.url).searchParams.get(SHOWING)
  if (!formId) return redirect(`/order-now/${record._id}?${SHOWING}=${newFormId()}`)
  const typed = keptForm.take({ context, request })
  const loaded: Loaded = { formId, record, words, others }
  return typed ? data({ ...loaded, typed: typed.values }, { headers: { 'set-cookie': typed.forget } }) : loaded
}

export const action = formAction(fields, async ({ call, values, key, params, request }) => {
  if (!(await packageAt(call, params.id)).record) throw new Refusal(404, 'This package is no longer offered.')
  const { message, record } = await call(newOrder, { body: { ...values, packageId: params.id }, key })
  return redirectWithNotice(request, `/pending-order?${PLACED}=${record._id}`, message)
})

async function packageAt(call: Call, id: string | undefined) {
  const content = await readContent(call, [pricingPackage, pricingWords])
  const packages = inOrderOfSize(recordsOf(content, pricingPackage))
  const record = packages.find(({ _id }) => _id === id)
  const others = packages.filter((one) => one !== record).map(({ packageName }) => packageName)
  return { record, words: wordsOf(content, pricingWords), others }
}

/** The order form of a package (spec section 2), prefilled with what is known. */
export function Page() {
  const { formId, record, words, others, typed } = useLoaderData<Loaded>()
  const answer = useActionData<FormAnswer>()
  const { viewer } = useRoot()
  if (!record) return <Gone answer={answer} others={others} />
  const { packageName, packagePrice } = record
  const customerEmail = viewer.kind === 'visitor' ? '' : viewer.email
  return (
    <CustomerPage
      title={`Order ${packageName}`}
      above={{ href: '/pricing/', text: 'Pricing' }}
      answer={answer}
      names={Object.keys(fields)}
      notice={
        typed && (
          <SuccessNotice notice="What you typed before you logged in is here again. Please look at it and place your order." />
        )
      }
    >
      <div className="order-now">
        <div>
          <Stages current={1} />
          <DocumentForm
            fields={fields}
            answer={answer}
            initial={{ ...typed, packageName, packagePrice, customerEmail }}
            formId={formId}
            busy="Placing order…"
            className="order-form"
          >
            <h2 className="h3">Package</h2>
            <div className="order-package">
              <FormField name="packageName" />
              <FormField name="packagePrice" />
            </div>
            <h2 className="h3">Who the order is for</h2>
            <FormField name="customerEmail" />
            <FormField name="customerName" />
            <FormField name="customerAddress" />
            <FormField name="customerCountry" />
            <div className="order-send">
              <button type="submit" className="button">
                Place order
              </button>
              <p>Placing the order charges nothing. You pay on the next page.</p>
            </div>
          </DocumentForm>
        </div>
        <PackageSlip record={record} words={words} others={others} />
      </div>
    </CustomerPage>
  )
}

type GoneProps = { answer: FormAnswer | undefined; others: readonly string[] }

/** Instead of the form of a package that was taken off the list, before or after the form was sent. */
function Gone({ answer, others }: GoneProps) {
  return (
    <CustomerPage title="This package is not offered" answer={answer} isNarrow>
      <p className="lead">
        {answer ? 'No order was placed.' : 'It may have been replaced since you saw it.'}{' '}
        {others.length > 0 ? 'See what is offered now.' : 'There is no package to order at the moment; please ask us.'}
      </p>
      {others.length > 0 ? (
        <LinkButton href="/pricing">See packages</LinkButton>
      ) : (
        <LinkButton href="/contact">Ask us</LinkButton>
      )}
    </CustomerPage>
  )
}
