import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import { type CustomerDetailsReply, exportCustomerDataEndpoint, getCustomerEndpoint } from '#contract/sales/customers.ts'
import type { Order } from '#contract/sales/orders.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { HiddenFields } from '#web/forms/form-field.tsx'
import { type Column, DataTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'
import { buildOrderColumns } from '../orders/order-columns.tsx'
import { buildOrdersUrl } from '../orders/orders-url.ts'
import { buildNewQuotePath } from '../quotes/quote-paths.ts'
import { adminCustomerForms, FollowUpPanel, NotesPanel } from './customer-panels.tsx'

/** Returns null if the URL has no email. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const email = new URL(request.url).searchParams.get('email') ?? ''
  return email === '' ? null : getPageRequestContext(context).call(getCustomerEndpoint, { query: { email } })
}

export const action = createNamedFormsAction(adminCustomerForms)

/** Shows one person: orders, messages, subscription, and the team's private notes (P-207). */
export function Page() {
  const customer = useLoaderData<typeof loader>()
  if (customer) return <CustomerScreen customer={customer} />
  return (
    <AdminPage heading="Customer" crumbs={[...crumbs, { name: 'Customer' }]}>
      <p className="px-(--edge) pb-16">
        <Link to={adminPaths.customers} className="inline-block py-0.5 underline">
          Choose a customer
        </Link>
      </p>
    </AdminPage>
  )
}

const crumbs = [
  { name: 'Overview', to: adminPaths.overview },
  { name: 'Customers', to: adminPaths.customers },
]

function CustomerScreen({ customer }: { customer: CustomerDetailsReply }) {
  const { email, name, totals, orders } = customer
  return (
    <AdminPage heading={name || email} crumbs={[...crumbs, { name: name || email }]}>
      <div className="evidence px-(--edge) pb-16">
        <div className="grid min-w-0 content-start gap-5">
          <ContactPanel customer={customer} />
          <FollowUpPanel customer={customer} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <NotesPanel customer={customer} />
          <AdminSection
            headingId="orders-title"
            heading="Orders"
            className="list-panel"
            aside={
              totals.orders > orders.length && (
                <Link to={buildOrdersUrl({ search: email })} className="underline">
                  All {totals.orders} orders
                </Link>
              )
            }
          >
            {orders.length === 0 ? (
              <p className="list-empty">No orders yet.</p>
            ) : (
              <DataTable labelledBy="orders-title" columns={orderColumns} records={orders} />
            )}
          </AdminSection>
          <MessagesSection messages={customer.messages} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <EraseCustomerDataPanel customer={customer} />
        </div>
      </div>
    </AdminPage>
  )
}

const orderColumns: readonly Column<Order>[] = buildOrderColumns().filter(({ title }) => title !== 'Customer')

const messageColumns: readonly Column<CustomerDetailsReply['messages'][number]>[] = [
  {
    title: 'Message',
    kind: 'name',
    renderCell: ({ subject, message }) => (
      <span className="line-clamp-2 font-normal wrap-anywhere">{subject.trim() || message.trim() || 'No subject'}</span>
    ),
  },
  { title: 'Received', kind: 'figure', renderCell: ({ _receivedAt }) => <DateTime at={_receivedAt} /> },
  {
    title: 'Status',
    renderCell: ({ messageStatus, _place }) => (
      <span className="flex flex-wrap gap-1">
        {messageStatus === 'UnRead' ? <Chip tone="warning">Unread</Chip> : <Chip tone="neutral">Read</Chip>}
        {_place !== 'inbox' && <Chip tone="neutral">{_place === 'spam' ? 'Spam' : 'Archive'}</Chip>}
      </span>
    ),
  },
  {
    title: 'Open',
    kind: 'actions',
    renderCell: ({ _id, subject }) => (
      <Link to={`/view/${_id}`} className="inline-flex min-h-11 items-center font-semibold underline">
        Open<span className="sr-only"> message {subject}</span>
      </Link>
    ),
  },
]

function MessagesSection({ messages }: Pick<CustomerDetailsReply, 'messages'>) {
  return (
    <AdminSection headingId="messages-title" heading="Messages" className="list-panel">
      {messages.length === 0 ? (
        <p className="list-empty">No messages from this address.</p>
      ) : (
        <DataTable labelledBy="messages-title" columns={messageColumns} records={messages} />
      )}
    </AdminSection>
  )
}

const SUBSCRIPTION_LABELS: Readonly<Record<CustomerDetailsReply['subscription'], string>> = {
  none: 'Not subscribed',
  pending: 'Subscribed, not confirmed yet',
  confirmed: 'Subscribed',
  ended: 'Unsubscribed',
}

function ContactPanel({ customer: { email, name, totals, hasAccount, subscription } }: { customer: CustomerDetailsReply }) {
  const rows = [
    [totals.mode === 'live' ? 'Spent' : 'Spent (test money)', formatDollars(totals.spent)],
    ['Orders', totals.orders],
    ['Not paid yet', totals.toPay],
    ['Delivered', totals.delivered],
    ['Account', hasAccount ? 'Yes' : 'No account'],
    ['Subscription', SUBSCRIPTION_LABELS[subscription]],
  ] as const
  return (
    <TitledPanel title="Customer">
      <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} className="py-0.5 underline wrap-anywhere">
        {email}
      </a>
      <dl className="tabular-nums">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-rule-light py-2">
            <dt className="flex-none text-muted">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <Link to={buildNewQuotePath({ email, name })} className={`${getButtonClass('outline')} print:hidden`}>
        Make a quote
      </Link>
      <a
        href={`/api${exportCustomerDataEndpoint.path}?${new URLSearchParams({ email })}`}
        download
        className={`${getButtonClass('outline')} print:hidden`}
      >
        Download the data
      </a>
      <p className="text-help text-muted print:hidden">One file for the customer, without your notes.</p>
    </TitledPanel>
  )
}

/** Deletes notes, follow-up, answers, messages and files, for a person who asks to be forgotten. Takes two presses. */
function EraseCustomerDataPanel({ customer: { email, notes, followUp, orders } }: { customer: CustomerDetailsReply }) {
  const submission = useFormSubmission('erase', notes)
  if (notes.length === 0 && followUp === null && orders.length === 0) return <SubmissionError submission={submission} />
  return (
    <TitledPanel title="Asked you to delete their data?" isDashed>
      <SubmissionError submission={submission} />
      <details className="disclosure print:hidden">
        <summary className={getButtonClass('outline')}>Delete notes, messages and files</summary>
        <SubmissionForm submission={submission} className="mt-3 grid gap-3">
          <p className="text-help text-muted">
            Permanently deletes every note, the follow-up date, and all answers, messages and files of their orders. Orders,
            payments and invoices stay: the law requires you to keep them. Emails that were already sent stay with their readers,
            and backups keep everything until you delete them.
          </p>
          <HiddenFields values={{ email }} />
          <SubmitButton
            isBusy={submission.isBusy}
            label="Yes, delete them"
            busyLabel="Deleting…"
            look="outline"
            className="justify-self-start"
          />
        </SubmissionForm>
      </details>
    </TitledPanel>
  )
}
