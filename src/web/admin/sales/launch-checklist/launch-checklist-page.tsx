import { Check, Circle } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getInvoiceNumberingEndpoint } from '#contract/sales/invoices.ts'
import { getLaunchChecklistEndpoint, type LaunchCheck } from '#contract/sales/launch-checklist.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { OPEN_SINGLE_RECORD_EDITOR_PARAM } from '../../admin-paths.ts'
import { useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Chip } from '../../shell/chip.tsx'
import { CopyStepsForDeveloper, LaunchCheckLink } from './launch-check-parts.tsx'
import { ConfirmPayeeEmailForm, launchChecklistForms, NextInvoiceNumberForm } from './launch-checklist-forms.tsx'
import { launchChecklistTexts } from './launch-checklist-texts.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const [state, { next }] = await Promise.all([call(getLaunchChecklistEndpoint, {}), call(getInvoiceNumberingEndpoint, {})])
  return { ...state, nextInvoice: next }
}

export const action = createNamedFormsAction(launchChecklistForms)

/** Shows the launch checklist. */
export function Page() {
  const loaderData = useLoaderData<typeof loader>()
  const { checks, isRehearsal, nextInvoice } = loaderData
  const submission = useFormSubmission('payee' satisfies keyof typeof launchChecklistForms, loaderData)
  const isOpen = (name: LaunchCheck['check']) => checks.some(({ check, isDone }) => check === name && !isDone)
  const openChecks = checks.filter(({ isDone }) => !isDone).length
  return (
    <AdminPage
      heading="Going live"
      note="Before you take real payments"
      aside={
        <>
          <Chip tone={openChecks === 0 ? 'success' : 'warning'}>{openChecks === 0 ? 'Ready' : `${openChecks} to do`}</Chip>
          {isRehearsal && <Chip tone="neutral">Rehearsal: no money moves</Chip>}
        </>
      }
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <ol className="rounded-card border border-rule bg-white">
          {checks.map((item) => (
            <ChecklistItem key={item.check} {...item} />
          ))}
        </ol>
        {isOpen('payeeConfirmed') && !isOpen('payee') && <ConfirmPayeeEmailForm submission={submission} />}
        <NextInvoiceNumberForm next={nextInvoice} />
      </div>
    </AdminPage>
  )
}

function ChecklistItem({ check, isDone, detail, places }: LaunchCheck) {
  const { name, instruction, developerSteps, link } = launchChecklistTexts[check]
  const StatusIcon = isDone ? Check : Circle
  return (
    <li className="flex gap-3 border-rule-light px-4 py-4 not-last:border-b md:px-5">
      <StatusIcon className={`mt-0.5 size-5 flex-none ${isDone ? 'text-pine' : 'text-warning'}`} aria-hidden />
      <div className="grid gap-1">
        <h2 className="font-semibold">
          {name}
          <span className="sr-only">{isDone ? ': done' : ': to do'}</span>
        </h2>
        <p className="text-muted">{detail}</p>
        {!isDone && (
          <p>
            {instruction} {link && <LaunchCheckLink to={link.to}>{link.text}</LaunchCheckLink>}
          </p>
        )}
        {!isDone && developerSteps && <CopyStepsForDeveloper steps={developerSteps} />}
        <ul className="empty:hidden">
          {places.map(({ name, path, fields }) => (
            <li key={name}>
              <LaunchCheckLink to={`${path}?${OPEN_SINGLE_RECORD_EDITOR_PARAM}=1`}>{name}</LaunchCheckLink>
              {fields.length > 0 && <span className="text-muted">: {fields.join(', ')}</span>}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
