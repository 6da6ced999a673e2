import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { listOrderMessagesEndpoint, type OrderMessage } from '#contract/work/conversation.ts'
import { getLastPageNumber, parsePageNumber } from '../lists/load-list-page.ts'

/** One page of an order's messages, oldest first. */
export type OrderMessagesPageData = { messages: OrderMessage[]; page: number; lastPage: number; total: number }

const PAGE_SIZE = 20
/** The query parameter with the page of the messages. */
export const MESSAGES_PAGE_PARAM = 'messages'

/** Loads the page of messages that the URL asks for. Without one, loads the last. */
export async function loadOrderMessagesPage(
  { call }: PageRequestContext,
  { url }: Request,
  orderId: string,
): Promise<OrderMessagesPageData> {
  const load = (page: number) => call(listOrderMessagesEndpoint, { params: { orderId }, query: { page, size: PAGE_SIZE } })
  const params = new URL(url).searchParams
  const requestedPage = params.has(MESSAGES_PAGE_PARAM) ? parsePageNumber(params, MESSAGES_PAGE_PARAM) : Number.POSITIVE_INFINITY
  const firstPage = await load(1)
  const lastPage = getLastPageNumber(firstPage.total, PAGE_SIZE)
  const page = Math.min(requestedPage, lastPage)
  const { records, total } = page === 1 ? firstPage : await load(page)
  return { messages: records, page, lastPage, total }
}
