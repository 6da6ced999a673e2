import type { Subscriber } from '#contract/inbox/subscribers.ts'
import type { Column } from '#web/lists/paged-table.tsx'
import { Chip } from '../../shell/chip.tsx'

export const subscriberColumns: readonly Column<Subscriber>[] = [
  { title: 'Sl No.', kind: 'figure', renderCell: (_, number) => number },
  {
    title: 'Email',
    kind: 'name',
    renderCell: ({ subemail, _state }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {subemail}
        {_state === 'pending' && <Chip tone="warning">Waiting for confirmation</Chip>}
      </span>
    ),
  },
]
