import { auditActions } from '../../../../contract/grammar/audit-actions.ts'
import { FilterChoice, FilterForm, FilterLabel, FilterWords } from '../../shell/search-form.tsx'
import { adminPaths } from '../../site-map.ts'
import { isNarrowed, type Shown } from './audit-url.ts'

const ACTS = Object.entries(auditActions).map(([action, { name }]) => [action, name] as const)

/** Narrows the list by words, person and act. */
export function EntryFilter({ shown }: { shown: Shown }) {
  return (
    <FilterForm action={adminPaths.auditLog} className="sm:grid-cols-2" isNarrowed={isNarrowed(shown)}>
      <FilterWords placeholder="Words, an order’s number" search={shown.search} className="lg:basis-60" />
      <label className="block lg:w-60">
        <FilterLabel>Person</FilterLabel>
        <input
          type="text"
          inputMode="email"
          name="actor"
          autoComplete="off"
          spellCheck={false}
          placeholder="Their email, in full"
          defaultValue={shown.actor}
          className="control"
        />
      </label>
      <FilterChoice label="What" name="action" value={shown.action} choices={ACTS} all="Everything" className="lg:w-60" />
    </FilterForm>
  )
}
