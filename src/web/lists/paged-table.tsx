import type { ComponentProps } from 'react'
import { PagedPanel } from './paged-panel.tsx'
import { Rows } from './rows.tsx'

type Props<T extends { _id: string }> = Omit<ComponentProps<typeof PagedPanel<T>>, 'children'> &
  Pick<ComponentProps<typeof Rows<T>>, 'columns' | 'markOf'>

/** A titled table with its own pager, hydrated or in a document. On a phone every row is a card. */
export function PagedTable<T extends { _id: string }>({ columns, markOf, ...panel }: Props<T>) {
  return (
    <PagedPanel {...panel}>
      {(records, before, heading) => (
        <Rows labelledBy={heading} columns={columns} records={records} before={before} markOf={markOf} />
      )}
    </PagedPanel>
  )
}
