import { Printer } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Order, oneOrder } from '../../../../contract/sales/orders.ts'
import { type PaymentEvidence, paymentEvidence } from '../../../../contract/sales/payment-evidence.ts'
import { formActions } from '../../../forms/form-action.ts'
import { visitOf } from '../../../visit.ts'
import { useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { adminPaths } from '../../site-map.ts'
import { FLAG_FORM, flagForm } from '../payments/flag-form.tsx'
import { flagWords } from '../payments/flag-words.ts'
import { providerOf } from './evidence/step-words.ts'
import { TechnicalDetails } from './evidence/technical-details.tsx'
import { Timeline } from './evidence/timeline.tsx'
import { ClosedFlags, OpenFlags } from './order-flags.tsx'
import { AskForm, MarkPaidForm, orderForms, StatusForm, TakeBackForm } from './order-forms.tsx'
import { PaymentChips } from './payment-chips.tsx'
import { RefundPanel, refundForms } from './refund-panel.tsx'
import { Amounts, Bought, Customer } from './side-panels.tsx'

type Loaded = { order: Order; evidence: PaymentEvidence }

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const [order, evidence] = await Promise.all([call(oneOrder, { params: { id } }), call(paymentEvidence, { params: { id } })])
  return { order, evidence }
}

export const action = formActions({ ...orderForms, ...refundForms, [FLAG_FORM]: flagForm })

/** One order (spec section 2): what was ordered, and what is known of its money. */
export function Page() {
  const { order, evidence } = useLoaderData<Loaded>()
  const [closing, paying, takingBack] = [useSaving(FLAG_FORM), useSaving('paid'), useSaving('takeBack')]
  const refunding = useSaving('refund')
  useKeptFocus(refunding, evidence)
  useKeptFocus(closing, evidence)
  useKeptFocus(paying, order)
  useKeptFocus(takingBack, order)
  const { _number, packageName, paymentStatus } = order
  const open = evidence.flags.filter(({ closedAt }) => closedAt === null)
  return (
    <AdminPage
      heading={`Order ${_number}, ${packageName}`}
      ground="paper"
      crumbs={[
        { name: 'Overview', to: adminPaths.overview },
        { name: 'Orders', to: adminPaths.orders },
        { name: String(_number) },
      ]}
      aside={
        <>
          <PaymentChips order={order} />
          {[...new Set(open.map(({ kind }) => kind))].map((kind) => (
            <Chip key={kind} tone={kind === 'review' || kind === 'dispute' ? 'error' : 'warning'}>
              {flagWords[kind].name}
            </Chip>
          ))}
          {evidence.isRehearsal && <Chip tone="neutral">Rehearsal: no money moves</Chip>}
          <PrintButton />
        </>
      }
    >
      <div className="evidence px-(--edge) pb-16">
        <div className="grid min-w-0 content-start gap-5">
          <Amounts order={order} evidence={evidence} />
          <StatusForm order={order} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <OpenFlags evidence={evidence} saving={closing} />
          <Timeline order={order} evidence={evidence} />
          <ClosedFlags flags={evidence.flags} />
          <TechnicalDetails evidence={evidence} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <Customer order={order} />
          {evidence.canAsk && <AskForm provider={providerOf(evidence)} />}
          <RefundPanel evidence={evidence} saving={refunding} />
          {paymentStatus !== 'Paid' && <MarkPaidForm saving={paying} />}
          {evidence.canTakeBack && <TakeBackForm saving={takingBack} />}
          <Bought order={order} />
        </div>
      </div>
    </AdminPage>
  )
}

/** Without script the browser's own menu prints. */
function PrintButton() {
  if (!useIsLive()) return null
  return (
    <Button look="outline" onClick={() => print()} className="ml-auto print:hidden">
      <Printer className="size-5" aria-hidden />
      Print
    </Button>
  )
}
