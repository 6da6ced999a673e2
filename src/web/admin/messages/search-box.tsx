import { Search } from 'lucide-react'
import { Form, Link } from 'react-router'
import { Button } from '../parts/button.tsx'
import { addressOf, MESSAGES, type Shown, sizes } from './address.ts'

/** Looks for words in all messages of the place; an address of its own, so that Back leads out of it. */
export function SearchBox({ shown: { place, search, size } }: { shown: Shown }) {
  return (
    <search className="max-sm:w-full lg:ml-auto">
      <Form action={MESSAGES} className="flex flex-wrap items-center gap-3">
        {place !== 'inbox' && <input type="hidden" name="place" value={place} />}
        {size !== sizes[0] && <input type="hidden" name="size" value={size} />}
        <label className="relative block grow">
          <span className="sr-only">Search the messages</span>
          <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
          <input
            type="search"
            name="search"
            placeholder="Search the messages"
            defaultValue={search}
            className="control mt-0 w-full pl-11 sm:w-60"
          />
        </label>
        <Button type="submit" look="outline">
          Search
        </Button>
        {search && (
          <Link to={addressOf({ place, size })} className="inline-flex min-h-11 items-center underline">
            Show all
          </Link>
        )}
      </Form>
    </search>
  )
}
