import { type ReactNode, useState } from 'react'
import type { Values } from '../../forms/form-action.ts'
import type { Column } from '../../lists/paged-table.tsx'

export type RowSelectionState = {
  ids: ReadonlySet<string>
  select: (ids: Iterable<string>) => void
  toggle: (id: string, isSelected: boolean) => void
}

/** Keeps which rows of a table are selected. */
export function useRowSelection(): RowSelectionState {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    select: (selectedIds) => setIds(new Set(selectedIds)),
    // Several checkboxes may change before the next render.
    toggle: (id, isSelected) =>
      setIds((current) => new Set(isSelected ? [...current, id] : [...current].filter((other) => other !== id))),
  }
}

type CheckboxColumn<T> = {
  selection: RowSelectionState
  /** Completes the label: "Select the message from Ann". */
  describe: (record: T) => ReactNode
}

/** Returns the column with a checkbox for each row. The form sends the checked rows. */
export function buildCheckboxColumn<T extends { _id: string }>({ selection, describe }: CheckboxColumn<T>): Column<T> {
  const { ids, toggle } = selection
  return {
    title: 'Select',
    kind: 'tick',
    renderCell: (record) => (
      <label className="-m-2 grid size-11 cursor-pointer place-items-center">
        <input
          type="checkbox"
          name={CHECKBOX_PREFIX + record._id}
          checked={ids.has(record._id)}
          onChange={({ target }) => toggle(record._id, target.checked)}
          className="size-5 accent-pine"
        />
        <span className="sr-only">Select {describe(record)}</span>
      </label>
    ),
  }
}

type SelectAllProps = { records: readonly { _id: string }[]; selection: RowSelectionState }

/** Selects all rows and says how many are selected. */
export function SelectAll({ records, selection: { ids, select } }: SelectAllProps) {
  const count = records.filter(({ _id }) => ids.has(_id)).length
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={count === records.length}
          onChange={({ target }) => select(target.checked ? records.map(({ _id }) => _id) : [])}
          className="size-5 accent-pine"
        />
        Select all
      </label>
      <p role="status" className="text-fine text-muted">
        {count > 0 && `${count} selected`}
      </p>
    </>
  )
}

const CHECKBOX_PREFIX = 'select '

/** Returns the ids of the rows that a form sent as selected. */
export function getSelectedIds(formValues: Values): string[] {
  return Object.keys(formValues)
    .filter((name) => name.startsWith(CHECKBOX_PREFIX))
    .map((name) => name.slice(CHECKBOX_PREFIX.length))
}
