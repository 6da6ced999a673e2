import type { Module } from '../module.ts'
import { messageHandlers } from './handlers.ts'
import { createInbox, type Parts } from './inbox.ts'

/** What visitors write to the business. */
export function createMessages(parts: Parts): Module {
  return { handlers: messageHandlers(createInbox(parts)), dataTables: ['message'] }
}
