import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import { listRecords } from '../../../contract/content/content-records.ts'
import { footerAddress } from '../../../contract/content/kinds/footer-address.ts'
import { listStagedRecords } from '../../../contract/content/release.ts'
import type { ContentRecord } from '../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/core/time-zone.ts'
import { getMessageCounts, type MessageCounts } from '../../../contract/inbox/messages.ts'
import { listMailProblems } from '../../../contract/operations/mail-problems.ts'
import { readNotice, respondWithNotice } from '../../flash-notice.ts'
import { getVisit } from '../../visit-context.ts'

/** The name of the frame's route. */
export const ADMIN_LAYOUT_ROUTE_ID = 'admin'

/** What waits for an admin, as counts; one that could not be read is left out. */
export type AdminLayoutData = {
  unreadMessages?: number
  undeliveredMail?: number
  draftedChanges?: number
  messages?: MessageCounts
  /** Which records the draft says something of. */
  stagedRecords?: readonly { kind: string; record: string }[]
  notice?: string
  /** The business's time zone, in which the admin shows all dates and times. */
  timeZone?: string
}

/** For the frame around every admin page; read again after whatever changes something. */
export async function loadAdminLayoutData({ context, request }: LoaderFunctionArgs) {
  const { call, viewer } = getVisit(context)
  if (viewer.kind !== 'admin') return {}
  const [messages, undeliveredMail, stagedRecords, timeZone, notice] = await Promise.all([
    ignoreFailure(call(getMessageCounts, {})),
    ignoreFailure(call(listMailProblems, { query: { page: 1, size: 1 } })),
    ignoreFailure(call(listStagedRecords, {})),
    ignoreFailure(loadTimeZone(call)),
    readNotice(request),
  ])
  const layoutData: AdminLayoutData = {
    messages,
    unreadMessages: messages?.inbox.UnRead,
    undeliveredMail: undeliveredMail?.total,
    stagedRecords,
    draftedChanges: stagedRecords?.length,
    timeZone,
  }
  return notice ? respondWithNotice(request, notice, layoutData) : layoutData
}

/** Nothing where the frame has no data: on an error page, and for whoever is no admin. */
export function useAdminLayoutData(): AdminLayoutData {
  return useRouteLoaderData<AdminLayoutData>(ADMIN_LAYOUT_ROUTE_ID) ?? {}
}

/** Returns the business's time zone, in which the admin shows all dates and times. */
export function useBusinessTimeZone(): string {
  return useAdminLayoutData().timeZone ?? DEFAULT_TIME_ZONE
}

/** Returns the business even if the site hides its record. */
async function loadTimeZone(call: ApiCall): Promise<string | undefined> {
  const [business] = await call(listRecords, { params: { kind: footerAddress.kind }, query: { hidden: true } })
  return (business as ContentRecord<typeof footerAddress> | undefined)?.timeZone || undefined
}

/** A count is a hint: where it cannot be read, the page below says what is wrong. */
async function ignoreFailure<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch(() => undefined)
}
