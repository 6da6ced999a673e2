import { Link } from 'react-router'
import { type MessageStatus, messagePlaces } from '../../../../contract/inbox/messages.ts'
import { placeNames, type Shown, urlOf } from './messages-url.ts'

const NONE: Record<Shown['place'], Record<MessageStatus, string>> = {
  inbox: { UnRead: 'No unread messages. Everything here has been read.', Read: 'No read messages yet.' },
  archive: { UnRead: 'No unread messages in the archive.', Read: 'Nothing read is in the archive.' },
  spam: { UnRead: 'No unread messages among the spam.', Read: 'Nothing read is among the spam.' },
}

/** Instead of an empty table; after a search also the way to where else it might be. */
export function NoMessages({ shown: { place, search, size }, status }: { shown: Shown; status: MessageStatus }) {
  if (search === '') return <p>{NONE[place][status]}</p>
  return (
    <p>
      {`Nothing ${status === 'UnRead' ? 'unread' : 'read'} matches “${search}” here. Look in: `}
      {messagePlaces
        .filter((other) => other !== place)
        .map((other, index) => (
          <span key={other}>
            {index > 0 && ', '}
            <Link to={urlOf({ place: other, search, size })} className="inline-block py-0.5 underline">
              {placeNames[other]}
            </Link>
          </span>
        ))}
    </p>
  )
}
