import { Check, Circle } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ReplyOf } from '../../../../contract/grammar/endpoint.ts'
import { type CheckState, goingLive } from '../../../../contract/sales/going-live.ts'
import { invoiceNumbering } from '../../../../contract/sales/invoices.ts'
import { formActions } from '../../../forms/form-action.ts'
import { visitOf } from '../../../visit.ts'
import { useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Chip } from '../../shell/chip.tsx'
import { adminPaths } from '../../site-map.ts'
import { ConfirmPayee, PAYEE_FORM, payeeForm } from './confirm-payee.tsx'
import { INVOICE_NUMBER_FORM, InvoiceNumbers, invoiceNumberForm } from './invoice-numbers.tsx'
import { CheckLink, liveCheckWords } from './live-check-words.tsx'

type Loaded = ReplyOf<typeof goingLive> & { nextInvoice: number }

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const [state, { next }] = await Promise.all([call(goingLive, {}), call(invoiceNumbering, {})])
  return { ...state, nextInvoice: next }
}

export const action = formActions({ [PAYEE_FORM]: payeeForm, [INVOICE_NUMBER_FORM]: invoiceNumberForm })

/** The list to go through before real customers pay real money. */
export function Page() {
  const loaded = useLoaderData<Loaded>()
  const { checks, isRehearsal, nextInvoice } = loaded
  const saving = useSaving(PAYEE_FORM)
  useKeptFocus(saving, loaded)
  const isOpen = (which: string) => checks.some(({ check, isDone }) => check === which && !isDone)
  const left = checks.filter(({ isDone }) => !isDone).length
  return (
    <AdminPage
      heading="Going live"
      note="What has to be so before real customers pay real money."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Going live' }]}
      aside={
        <>
          <Chip tone={left === 0 ? 'success' : 'warning'}>{left === 0 ? 'Ready' : `${left} left to do`}</Chip>
          {isRehearsal && <Chip tone="neutral">Rehearsal: no money moves</Chip>}
        </>
      }
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <ol className="rounded-card border border-rule bg-white">
          {checks.map((one) => (
            <Item key={one.check} {...one} />
          ))}
        </ol>
        {isOpen('payeeConfirmed') && !isOpen('payee') && <ConfirmPayee saving={saving} />}
        <InvoiceNumbers next={nextInvoice} />
      </div>
    </AdminPage>
  )
}

function Item({ check, isDone, detail, places }: CheckState) {
  const { name, todo, link } = liveCheckWords[check]
  const Mark = isDone ? Check : Circle
  return (
    <li className="flex gap-3 border-rule-light px-4 py-4 not-last:border-b md:px-5">
      <Mark className={`mt-0.5 size-5 flex-none ${isDone ? 'text-pine' : 'text-warning'}`} aria-hidden />
      <div className="grid gap-1">
        <h2 className="font-semibold">
          {name}
          <span className="sr-only">{isDone ? ': done' : ': still to do'}</span>
        </h2>
        <p className="text-muted">{detail}</p>
        {!isDone && (
          <p>
            {todo} {link && <CheckLink to={link.to}>{link.text}</CheckLink>}
          </p>
        )}
        <ul className="empty:hidden">
          {places.map(({ name, path, fields }) => (
            <li key={name}>
              <CheckLink to={path}>{name}</CheckLink>
              {fields.length > 0 && <span className="text-muted">: {fields.join(', ')}</span>}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
