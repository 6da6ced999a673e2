import { generatePath, Link } from 'react-router'
import type { ContentRecord } from '../content/content-record.ts'
import { buttonClass } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'

/** One user with what they may do, and the way to change that. */
export function UserRow({ record: { id, values }, isOwn }: { record: ContentRecord; isOwn: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-rule-light py-3">
      <span className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{values.userEmail}</span>
        {values.userRole === 'Admin' ? <Chip tone="success">Admin</Chip> : <Chip tone="neutral">No admin rights</Chip>}
        {isOwn && <Chip tone="neutral">You</Chip>}
      </span>
      <Link to={generatePath('/admin-user/:id', { id })} className={buttonClass('outline')}>
        Update<span className="sr-only"> {values.userEmail}</span>
      </Link>
    </li>
  )
}
