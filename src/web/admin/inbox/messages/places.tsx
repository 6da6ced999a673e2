import { Link } from 'react-router'
import { messagePlaces } from '../../../../contract/inbox/messages.ts'
import { useFrameData } from '../../shell/frame-data.ts'
import { placeNames, type Shown, sizes, urlOf } from './messages-url.ts'

const GROUP = 'flex w-fit divide-x divide-rule rounded-field border border-rule bg-white'
const CHOICE =
  'flex min-h-11 items-center gap-2 px-4 text-fine font-semibold text-muted no-underline hover:text-ink aria-current:bg-mint aria-current:text-pine-deep'

/** The switch between the places where messages lie, with how many lie there; a search stays. */
export function Places({ shown }: { shown: Shown }) {
  const { messages } = useFrameData()
  return (
    <nav aria-label="Place of the messages">
      <ul className={GROUP}>
        {messagePlaces.map((place) => (
          <li key={place}>
            <Link
              to={urlOf({ place, search: shown.search, size: shown.size })}
              preventScrollReset
              aria-current={place === shown.place ? 'true' : undefined}
              className={CHOICE}
            >
              {placeNames[place]}
              {messages && <span className="font-normal tabular-nums">{messages[place].UnRead + messages[place].Read}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How many messages a table shows. */
export function Sizes({ shown }: { shown: Shown }) {
  return (
    <nav aria-label="Messages in a table" className="flex items-center gap-3">
      <span className="text-fine text-muted" aria-hidden>
        In a table
      </span>
      <ul className={GROUP}>
        {sizes.map((size) => (
          <li key={size}>
            <Link
              to={urlOf({ ...shown, size, unread: 1, read: 1 })}
              preventScrollReset
              aria-current={size === shown.size ? 'true' : undefined}
              className={CHOICE}
            >
              {size}
              <span className="sr-only"> in a table</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
