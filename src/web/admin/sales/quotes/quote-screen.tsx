import { Link, type LoaderFunctionArgs, redirect } from 'react-router'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import {
  addQuoteEndpoint,
  changeQuoteEndpoint,
  formatQuoteParts,
  getQuoteEndpoint,
  listPackagePartsEndpoint,
  parseQuoteParts,
  type Quote,
  withdrawQuoteEndpoint,
} from '#contract/sales/quotes.ts'
import { defineForm, type Values } from '#web/forms/form-action.ts'
import { type FormFieldSpec, hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { loadContentRecords } from '#web/load-content-records.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths, buildAdminOrderPath } from '../../admin-paths.ts'
import { PostButton, SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { SubmitButton } from '../../shell/button.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'
import { buildNewQuotePath, buildQuotePath, NEW_QUOTE_ID } from './quote-paths.ts'
import { QuoteStateChip } from './quote-state-chip.tsx'

const termFields = {
  customerName: { type: 'text', label: 'Name' },
  title: { type: 'text', label: 'Title', help: 'The name of the order, such as Site audit. It shows on the invoice.' },
  price: { type: 'text', label: 'Price', help: 'US dollars, such as 250.', inputMode: 'decimal' },
  parts: {
    type: 'textarea',
    label: 'What it contains',
    help: 'One part per line, with the day it’s due after the work starts. Such as 10: Site audit.',
  },
  note: { type: 'textarea', label: 'Note to the client (optional)' },
  validUntil: { type: 'date', label: 'Valid until (optional)' },
  packageName: hiddenFieldSpec,
} satisfies Record<string, FormFieldSpec>

const emailField = { type: 'email', label: 'Email', help: 'The client logs in with it to accept.' } satisfies FormFieldSpec

/** Loads a quote. A new one starts from the package and the client in the URL. */
export async function loadQuoteScreen({ context, request }: LoaderFunctionArgs, id: string) {
  const { call } = getPageRequestContext(context)
  if (id !== NEW_QUOTE_ID) return { quote: await call(getQuoteEndpoint, { params: { id } }) }
  const query = new URL(request.url).searchParams
  const client = { email: query.get('email') ?? '', name: query.get('name') ?? '' }
  const packages = await loadContentRecords(call, pricingPackage)
  const chosen = packages.find(({ packageName }) => packageName === query.get('package'))
  const { packageName = '', packagePrice = '' } = chosen ?? {}
  const parts = chosen ? await call(listPackagePartsEndpoint, { query: { packageName } }) : []
  const values: Values = {
    email: client.email,
    customerName: client.name,
    title: packageName,
    packageName,
    price: packagePrice,
    parts: formatQuoteParts(parts),
  }
  return { client, values, packageNames: packages.map((one) => one.packageName) }
}

/** The forms of a quote, whose id stands in the URL. */
export const quoteForms = {
  add: defineForm({ email: emailField, ...termFields }, async ({ call, values: { email, parts, ...terms }, key }) => {
    const { record } = await call(addQuoteEndpoint, { body: { ...toTerms(terms), parts: parseQuoteParts(parts), email }, key })
    return redirect(buildQuotePath(record._id))
  }),
  change: defineForm({ ...termFields, _version: hiddenFieldSpec }, async ({ call, values, request }) => {
    const { parts, _version, ...terms } = values
    const body = { ...toTerms(terms), parts: parseQuoteParts(parts), _version: Number(_version) }
    const { message } = await call(changeQuoteEndpoint, { params: parseParams(request), body })
    return { notice: message }
  }),
  withdraw: defineForm({ _version: hiddenFieldSpec }, ({ call, values: { _version }, request }) =>
    call(withdrawQuoteEndpoint, { params: parseParams(request), body: { _version: Number(_version) } }),
  ),
}

function parseParams({ url }: Request) {
  return { id: new URL(url).searchParams.get('id') ?? '' }
}

type TermValues = Record<Exclude<keyof typeof termFields, 'parts'>, string>

function toTerms({ customerName, title, price, note, validUntil, packageName }: TermValues) {
  return { customerName, title, price, note, validUntil, packageName }
}

/** Makes an order for a client, or changes or withdraws it (P-376). */
export function QuoteScreen({ data }: { data: Awaited<ReturnType<typeof loadQuoteScreen>> }) {
  if (data.quote) return <ExistingQuote quote={data.quote} />
  const { client, packageNames, values } = data
  return (
    <AdminPage heading="New quote" crumbs={[...crumbs, { name: 'New quote' }]}>
      <div className="grid max-w-200 grid-cols-1 gap-5 px-(--edge) pb-16">
        <TitledPanel title="Start from a package">
          <p className="flex flex-wrap gap-x-5">
            {packageNames.map((name) => (
              <Link key={name} to={buildNewQuotePath({ ...client, package: name })} className="py-2 underline" replace>
                {name}
              </Link>
            ))}
          </p>
        </TitledPanel>
        <TitledPanel title="Quote">
          <TermsForm
            key={values.packageName}
            name="add"
            fields={{ email: emailField, ...termFields }}
            initialValues={values}
            label="Send the quote"
          />
        </TitledPanel>
      </div>
    </AdminPage>
  )
}

const crumbs = [
  { name: 'Overview', to: adminPaths.overview },
  { name: 'Quotes', to: adminPaths.quotes },
]

function ExistingQuote({ quote }: { quote: Quote }) {
  const { _id, _version, email, state, orderId, validUntil, ...terms } = quote
  const withdrawal = useFormSubmission('withdraw', quote)
  const { packageName, customerName, title, price, note } = terms
  const initialValues = {
    packageName,
    customerName,
    title,
    price,
    note,
    validUntil,
    _version: String(_version),
    parts: formatQuoteParts(terms.parts),
  }
  const isOpen = state === 'open' || state === 'expired'
  return (
    <AdminPage heading={title} crumbs={[...crumbs, { name: title }]}>
      <div className="grid max-w-200 grid-cols-1 gap-5 px-(--edge) pb-16">
        <TitledPanel title="Client">
          <p className="wrap-anywhere">
            {email} <QuoteStateChip state={state} />
          </p>
          {orderId && (
            <Link to={buildAdminOrderPath(orderId)} className="py-0.5 underline">
              Open the order
            </Link>
          )}
          <SubmissionError submission={withdrawal} />
          {isOpen && (
            <PostButton submission={withdrawal} values={{ _version: String(_version) }} busyLabel="Withdrawing…">
              Withdraw the quote
            </PostButton>
          )}
        </TitledPanel>
        {isOpen ? (
          <TitledPanel title="Quote">
            <TermsForm
              key={_version}
              name="change"
              fields={termFields}
              initialValues={initialValues}
              label="Save and email the client"
            />
          </TitledPanel>
        ) : (
          <TitledPanel title="What it contains">
            <p className="whitespace-pre-wrap wrap-anywhere">{initialValues.parts}</p>
          </TitledPanel>
        )}
      </div>
    </AdminPage>
  )
}

type TermsFormProps = {
  name: 'add' | 'change'
  fields: Readonly<Record<string, FormFieldSpec>>
  initialValues: Values
  label: string
}

function TermsForm({ name, fields, initialValues, label }: TermsFormProps) {
  const submission = useFormSubmission(name)
  // Without an answer, the fields show what the quote says now.
  const shown = submission.answer ? submission : { ...submission, answer: { form: name, values: initialValues, fields: {} } }
  return (
    <SubmissionForm
      submission={submission}
      values={{ packageName: initialValues.packageName ?? '', _version: initialValues._version ?? '' }}
      className="form-in-panel grid gap-3"
    >
      <SubmissionError submission={submission} />
      <VisibleFormFields submission={shown} fields={fields} form={name} />
      <SubmitButton isBusy={submission.isBusy} label={label} className="justify-self-start" />
    </SubmissionForm>
  )
}
