import { data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { placeOrderEndpoint } from '#contract/sales/orders.ts'
import { getNextMonthEndpoint, type NextMonth } from '#contract/work/customer-month.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { createFormAction, type FormAnswer, type Values } from '../forms/form-action.ts'
import type { FormFieldSpec } from '../forms/form-field.tsx'
import { createFormRenderingId } from '../forms/form-idempotency-key.ts'
import { buildRestoredFormNotice, type RestoredFormValues } from '../forms/form-kept-during-login.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { HtmlForm, HtmlFormField } from '../forms/html-form.tsx'
import { getCopy, getRecords, loadCopy, loadPageContent } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import type { AfterPaymentRecords } from '../public/sections/after-payment/promise-list.tsx'
import { sortPackagesByTier } from '../public/sections/pricing/packages.ts'
import { JUST_REGISTERED_PARAM } from '../return-path.ts'
import { useRootData } from '../root-route.tsx'
import { ignoreTemporaryError } from '../temporary-failures.ts'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { loadAfterPaymentRecords, PromisesBeforePayment } from './after-payment.tsx'
import {
  BillingFormFields,
  billingFields,
  getBillingFieldLabel,
  PlaceOrderButton,
  pickBillingDetails,
  savedBillingForm,
} from './billing-fields.tsx'
import { CustomerPageFrame } from './customer-page.tsx'
import { PLACED_ORDER_ID_PARAM } from './order-list-pages.tsx'
import { loadNewestOwnOrder } from './own-orders.ts'
import { PackageSummary } from './package-summary.tsx'

/** The fields of the order (P-78). The locked fields let the server detect a changed price (P-81). */
const fields = {
  packageName: { type: 'text', label: 'Package name', readOnly: true },
  packagePrice: { type: 'text', label: 'Price, US dollars', readOnly: true },
  ...billingFields,
} satisfies Record<string, FormFieldSpec>

/** The query parameter that identifies one rendering of the form. */
const FORM_ID_PARAM = 'form'

export const saveFormBeforeLogin = savedBillingForm.save

type LoaderData = {
  formId?: string
  record?: PricingPackage
  copy: CopyKindTexts<typeof pricingCopy>
  otherPackageNames: string[]
  promises: AfterPaymentRecords
  nextMonth?: NextMonth | undefined
  /** The billing details of the customer's last order. */
  lastValues?: Values
  /** Shown to a person who has just registered. */
  welcome?: string
  /** The text typed before the session ended. */
  restoredForm?: RestoredFormValues
}

/**
 * Loads the package. The URL names the form's rendering, so Back returns to the form that was sent. Sending it again
 * makes no second order (docs/decisions/0030). A removed package answers 404 with a page that says so.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args
  const visit = getPageRequestContext(context)
  const { record, copy, otherPackageNames } = await loadPackage(visit.call, params.id)
  if (!record) return data({ copy, otherPackageNames, promises: [] } satisfies LoaderData, { status: 404 })
  const { pathname, searchParams } = new URL(request.url)
  const formId = searchParams.get(FORM_ID_PARAM)
  if (!formId) {
    searchParams.set(FORM_ID_PARAM, createFormRenderingId())
    return redirect(`${pathname}?${searchParams}`)
  }
  const [promises, lastOrder, nextMonth, welcomeCopy] = await Promise.all([
    loadAfterPaymentRecords(visit.call, 'Promise'),
    ignoreTemporaryError(loadNewestOwnOrder(visit)),
    ignoreTemporaryError(visit.call(getNextMonthEndpoint, { query: { packageName: record.packageName } })),
    searchParams.has(JUST_REGISTERED_PARAM) ? loadCopy(visit.call, accountActionConfirmationCopy) : undefined,
  ])
  const lastValues = lastOrder && pickBillingDetails(lastOrder)
  const welcome = welcomeCopy && `${welcomeCopy.registeredToOrder}. ${welcomeCopy.registeredNext}`
  const loaderData: LoaderData = { formId, record, copy, otherPackageNames, promises, nextMonth, lastValues, welcome }
  return savedBillingForm.addToPageData(args, loaderData)
}

export const action = createFormAction(fields, async ({ call, values, key, params, request }) => {
  if (!(await loadPackage(call, params.id)).record) throw new UserError(404, 'This package is no longer available.')
  const { message, record } = await call(placeOrderEndpoint, { body: { ...values, packageId: params.id }, key })
  return redirectWithFlashNotice(request, `/pending-order?${PLACED_ORDER_ID_PARAM}=${record._id}`, message)
})

async function loadPackage(call: ApiCallFunction, id: string | undefined) {
  const content = await loadPageContent(call, [pricingPackage, pricingCopy])
  const packages = sortPackagesByTier(getRecords(content, pricingPackage))
  const record = packages.find(({ _id }) => _id === id)
  const otherPackageNames = packages.filter((other) => other !== record).map(({ packageName }) => packageName)
  return { record, copy: getCopy(content, pricingCopy), otherPackageNames }
}

/** Shows the order form of a package (P-78). */
export function Page() {
  const { formId, record, copy, otherPackageNames, promises, nextMonth, lastValues, welcome, restoredForm } =
    useLoaderData<LoaderData>()
  const answer = useActionData<FormAnswer>()
  const { viewer } = useRootData()
  if (!record) return <PackageUnavailablePage answer={answer} otherPackageNames={otherPackageNames} />
  const { packageName, packagePrice } = record
  const customerEmail = viewer.kind === 'visitor' ? '' : viewer.email
  return (
    <CustomerPageFrame
      title={`Order ${packageName}`}
      parentPage={{ href: '/pricing/', text: 'Pricing' }}
      answer={answer}
      names={Object.keys(fields)}
      notice={<SuccessNotice notice={restoredForm ? buildRestoredFormNotice(restoredForm, getBillingFieldLabel) : welcome} />}
    >
      <CheckoutSteps current="Order" />
      <HtmlForm
        fields={fields}
        answer={answer}
        initialValues={{ ...lastValues, ...restoredForm?.values, packageName, packagePrice, customerEmail }}
        formId={formId}
        busyLabel="Placing order…"
        className="order-now"
      >
        <div className="order-form">
          <BillingFormFields />
          <PlaceOrderButton>Place order</PlaceOrderButton>
          <PromisesBeforePayment promises={promises} />
        </div>
        <PackageSummary record={record} copy={copy} nextMonth={nextMonth} otherPackageNames={otherPackageNames}>
          <HtmlFormField name="packageName" />
          <HtmlFormField name="packagePrice" />
        </PackageSummary>
      </HtmlForm>
    </CustomerPageFrame>
  )
}

type PackageUnavailableProps = { answer: FormAnswer | undefined; otherPackageNames: readonly string[] }

/** Replaces the form of a package that was removed, before or after the customer sent the form. */
function PackageUnavailablePage({ answer, otherPackageNames }: PackageUnavailableProps) {
  return (
    <CustomerPageFrame title="This package isn’t available" answer={answer} isNarrow>
      <p className="lead">
        {answer ? 'You haven’t ordered anything.' : 'It may have been replaced since you saw it.'}{' '}
        {otherPackageNames.length > 0
          ? 'See our current packages.'
          : 'No packages are available right now. Ask us what’s coming.'}
      </p>
      {otherPackageNames.length > 0 ? (
        <LinkButton href="/pricing">See packages</LinkButton>
      ) : (
        <LinkButton href="/contact">Ask us</LinkButton>
      )}
    </CustomerPageFrame>
  )
}
