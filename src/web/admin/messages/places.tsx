import { Link } from 'react-router'
import { messagePlaces } from '../../../contract/messages.ts'
import { addressOf, placeNames, type Shown } from './address.ts'

/** The switch between the places where messages lie; a search stays. */
export function Places({ shown }: { shown: Shown }) {
  return (
    <nav aria-label="Place of the messages">
      <ul className="flex w-fit divide-x divide-rule rounded-field border border-rule bg-white">
        {messagePlaces.map((place) => (
          <li key={place}>
            <Link
              to={addressOf({ place, search: shown.search })}
              preventScrollReset
              aria-current={place === shown.place ? 'true' : undefined}
              className="flex min-h-11 items-center px-4 text-fine font-semibold text-muted no-underline hover:text-ink aria-current:bg-mint aria-current:text-pine-deep"
            >
              {placeNames[place]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
