import { type MessagePlace, MOST_AT_ONCE, messagePlaces, SEARCH_PLACE } from '../../../../contract/inbox/messages.ts'
import { pageIn } from '../../../lists/list-page.ts'
import { adminPaths } from '../../site-map.ts'

/** How many messages a table shows: few, as the specification has it (section 9), or as many as are worked through at once. */
export const sizes = [3, MOST_AT_ONCE] as const

/** What the page of messages shows, as far as its address says. */
export type Shown = {
  place: MessagePlace
  search: string
  size: (typeof sizes)[number]
  unread: number
  read: number
  /** Where a search looks further back than at the newest. */
  unreadBefore?: string
  readBefore?: string
}

/** How a place is called where a message lies in it, and where the reader goes to it. */
export const placeNames: Record<MessagePlace, string> = { inbox: 'Inbox', archive: 'Archive', spam: 'Spam' }

const USUAL = sizes[0]

export function readUrl(params: URLSearchParams): Shown {
  return {
    place: messagePlaces.find((place) => place === params.get('place')) ?? 'inbox',
    search: params.get('search')?.trim() ?? '',
    size: sizes.find((size) => String(size) === params.get('size')) ?? USUAL,
    unread: pageIn(params, 'unread'),
    read: pageIn(params, 'read'),
    ...searchPlaceIn(params, 'unreadBefore'),
    ...searchPlaceIn(params, 'readBefore'),
  }
}

function searchPlaceIn(params: URLSearchParams, name: 'unreadBefore' | 'readBefore'): Partial<Shown> {
  const before = params.get(name) ?? ''
  return SEARCH_PLACE.test(before) ? { [name]: before } : {}
}

/** The address that shows it; what goes without saying is left out. */
export function urlOf(shown: Partial<Shown>): string {
  const { place = 'inbox', search = '', size = USUAL, unread = 1, read = 1, unreadBefore, readBefore } = shown
  const params = new URLSearchParams({
    ...(place !== 'inbox' && { place }),
    ...(search && { search }),
    ...(size !== USUAL && { size: String(size) }),
    ...(unread > 1 && { unread: String(unread) }),
    ...(read > 1 && { read: String(read) }),
    ...(search && unreadBefore && { unreadBefore }),
    ...(search && readBefore && { readBefore }),
  })
  return params.size === 0 ? adminPaths.messages : `${adminPaths.messages}?${params}`
}
