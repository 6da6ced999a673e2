import type { Handled } from '../http/http.ts'
import { messageHandlers } from './handlers.ts'
import { createInbox, type Parts } from './inbox.ts'

/** What visitors write to the business. */
export function createMessages(parts: Parts): { handlers: Handled[] } {
  return { handlers: messageHandlers(createInbox(parts)) }
}
