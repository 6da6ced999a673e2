import { type MessagePlace, messagePlaces } from '../../../contract/messages.ts'
import { pageIn } from '../../lists/list-page.ts'

/** What the page of messages shows, as far as its address says. */
export type Shown = { place: MessagePlace; search: string; unread: number; read: number }

export const MESSAGES = '/all-messages'

/** How a place is called where a message lies in it, and where the reader goes to it. */
export const placeNames: Record<MessagePlace, string> = { inbox: 'Inbox', archive: 'Archive', spam: 'Spam' }

export function readAddress(params: URLSearchParams): Shown {
  return {
    place: messagePlaces.find((place) => place === params.get('place')) ?? 'inbox',
    search: params.get('search')?.trim() ?? '',
    unread: pageIn(params, 'unread'),
    read: pageIn(params, 'read'),
  }
}

/** The address that shows it; what goes without saying is left out. */
export function addressOf({ place, search, unread = 1, read = 1 }: Pick<Shown, 'place' | 'search'> & Partial<Shown>): string {
  const params = new URLSearchParams({
    ...(place !== 'inbox' && { place }),
    ...(search && { search }),
    ...(unread > 1 && { unread: String(unread) }),
    ...(read > 1 && { read: String(read) }),
  })
  return params.size === 0 ? MESSAGES : `${MESSAGES}?${params}`
}
