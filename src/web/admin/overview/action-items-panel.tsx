import { Briefcase, CalendarClock, FilePen, Flag, type LucideIcon, Mail, MailWarning, ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { AdminSection } from '../shell/admin-section.tsx'
import type { AdminActionItem } from './action-items.ts'

const ITEM_STYLES: Readonly<Record<AdminActionItem['kind'], { icon: LucideIcon; tone: string }>> = {
  payments: { icon: Flag, tone: 'bg-error-tint text-error-deep' },
  mail: { icon: MailWarning, tone: 'bg-error-tint text-error-deep' },
  limits: { icon: ShieldAlert, tone: 'bg-warning-tint text-warning' },
  messages: { icon: Mail, tone: 'bg-warning-tint text-warning' },
  work: { icon: Briefcase, tone: 'bg-warning-tint text-warning' },
  followUps: { icon: CalendarClock, tone: 'bg-warning-tint text-warning' },
  unsaved: { icon: FilePen, tone: 'bg-info-tint text-info' },
}

type Props = { items: readonly AdminActionItem[]; launchStepsLeft: number }

/** Lists the action items, each with a link. */
export function ActionItemsPanel({ items, launchStepsLeft }: Props) {
  return (
    <AdminSection headingId="needs-title" heading="To do today" aside={<p className="text-muted">{items.length}</p>}>
      {items.length === 0 && (
        <p className="px-4 pb-5 text-muted md:px-5">
          {launchStepsLeft > 0 ? 'No orders or messages wait. The steps before your launch are below.' : 'You’re all caught up.'}
        </p>
      )}
      <ul className="px-4 md:px-5">
        {items.map(({ kind, title, detail, actionLabel, to }) => {
          const { icon: Icon, tone } = ITEM_STYLES[kind]
          return (
            <li key={`${kind} ${title}`} className="flex items-center gap-3.5 border-rule-light py-4 not-last:border-b">
              <span className={`grid size-10 flex-none place-items-center rounded-field ${tone}`}>
                <Icon className="size-5" strokeWidth={1.75} aria-hidden />
              </span>
              <div className="min-w-0 grow">
                <p className="font-semibold">{title}</p>
                <p className="text-help text-muted">{detail}</p>
              </div>
              <Link to={to} className="inline-flex min-h-11 flex-none items-center font-semibold underline">
                {actionLabel}
                <span className="sr-only">: {title}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </AdminSection>
  )
}
