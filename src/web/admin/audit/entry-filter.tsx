import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { auditActs } from '../../../contract/audit.ts'
import { Button } from '../parts/button.tsx'
import { AUDIT_LOG, isNarrowed, type Shown } from './address.ts'

const ACTS = Object.entries(auditActs).map(([action, { name }]) => [action, name] as const)

/** Narrows the list by words, person and act; an address of its own, so that Back leads out of it. */
export function EntryFilter({ shown }: { shown: Shown }) {
  return (
    <search>
      <Form action={AUDIT_LOG} className="grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap">
        <label className="block lg:grow lg:basis-60">
          <Label>Search</Label>
          <span className="relative block">
            <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
            <input
              type="search"
              name="search"
              placeholder="Words, an order’s number"
              defaultValue={shown.search}
              className="control pl-11"
            />
          </span>
        </label>
        <label className="block lg:w-60">
          <Label>Person</Label>
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
        <div className="lg:w-60">
          <label htmlFor="action">
            <Label>What</Label>
          </label>
          <select id="action" name="action" defaultValue={shown.action ?? ''} className="control">
            <option value="">Everything</option>
            {ACTS.map(([action, name]) => (
              <option key={action} value={action}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <span className="flex gap-3">
          <Button type="submit" look="outline" className="max-sm:grow">
            Show
          </Button>
          {isNarrowed(shown) && (
            <Link to={AUDIT_LOG} className="inline-flex min-h-11 items-center underline">
              Show all
            </Link>
          )}
        </span>
      </Form>
    </search>
  )
}

function Label({ children }: { children: ReactNode }) {
  return <span className="mb-1 block text-help font-semibold text-muted">{children}</span>
}
