import {
  MAX_MESSAGES_PER_UPDATE,
  MESSAGE_SEARCH_CURSOR_PATTERN,
  type MessageFolder,
  messageFolders,
} from '#contract/inbox/messages.ts'
import { buildListUrl, parsePageNumber } from '#web/lists/load-list-page.ts'
import { adminPaths } from '../../admin-paths.ts'

/** Messages per table (P-122). The larger size is what one update may change. */
export const messagePageSizes = [3, MAX_MESSAGES_PER_UPDATE] as const

/** The URL parameters of the messages page. */
export type MessagesQuery = {
  place: MessageFolder
  search: string
  size: (typeof messagePageSizes)[number]
  unread: number
  read: number
  /** The cursor of a search that reads older messages. */
  unreadBefore?: string
  readBefore?: string
}

export const folderLabels: Record<MessageFolder, string> = { inbox: 'Inbox', archive: 'Archive', spam: 'Spam' }

const DEFAULT_PAGE_SIZE = messagePageSizes[0]

export function parseMessagesQuery(params: URLSearchParams): MessagesQuery {
  return {
    place: messageFolders.find((place) => place === params.get('place')) ?? 'inbox',
    search: params.get('search')?.trim() ?? '',
    size: messagePageSizes.find((size) => String(size) === params.get('size')) ?? DEFAULT_PAGE_SIZE,
    unread: parsePageNumber(params, 'unread'),
    read: parsePageNumber(params, 'read'),
    ...parseSearchCursor(params, 'unreadBefore'),
    ...parseSearchCursor(params, 'readBefore'),
  }
}

function parseSearchCursor(params: URLSearchParams, name: 'unreadBefore' | 'readBefore'): Partial<MessagesQuery> {
  const before = params.get(name) ?? ''
  return MESSAGE_SEARCH_CURSOR_PATTERN.test(before) ? { [name]: before } : {}
}

/** Returns the page's URL without default values. */
export function buildMessagesUrl(pageQuery: Partial<MessagesQuery>): string {
  const { place, search, size, unread, read, unreadBefore, readBefore } = pageQuery
  return buildListUrl(adminPaths.messages, {
    place: place !== 'inbox' && place,
    search,
    size: size !== DEFAULT_PAGE_SIZE && size,
    unread,
    read,
    unreadBefore: search && unreadBefore,
    readBefore: search && readBefore,
  })
}
