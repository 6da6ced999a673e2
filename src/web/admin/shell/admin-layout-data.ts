import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import { listEditorRecordsEndpoint } from '#contract/content/content-record-endpoints.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { listStagedRecordIdsEndpoint } from '#contract/content/staged-record-ids-endpoint.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { DEFAULT_TIME_ZONE } from '#contract/core/time-zone.ts'
import { getMessageCountsEndpoint, type MessageFolderCounts } from '#contract/inbox/messages.ts'
import { listMailProblemsEndpoint } from '#contract/operations/mail.ts'
import { listReviewFlagsEndpoint } from '#contract/sales/payment-review-flags.ts'
import { addFlashNoticeToData } from '../../flash-notices.ts'
import { getPageRequestContext } from '../../page-request-context.ts'

export const ADMIN_LAYOUT_ROUTE_ID = 'admin'

/** The data of the sidebar and the dates. A count that can't be loaded is left out. */
type AdminLayoutData = {
  unreadMessages?: number
  undeliveredMail?: number
  draftedChanges?: number
  paymentsToReview?: number
  messages?: MessageFolderCounts
  /** The records that have a staged change. */
  stagedRecords?: readonly { kind: string; record: string }[]
  notice?: string
  timeZone?: string
  businessName?: string
}

/** Loads the data of the frame around every admin page. React Router runs it again after each form post. */
export async function loadAdminLayoutData({ context, request }: LoaderFunctionArgs) {
  const { call, viewer } = getPageRequestContext(context)
  if (viewer.kind !== 'admin') return {}
  const [messages, undeliveredMail, flags, stagedRecords, business] = await Promise.all([
    ignoreFailure(call(getMessageCountsEndpoint, {})),
    ignoreFailure(call(listMailProblemsEndpoint, { query: { page: 1, size: 1 } })),
    ignoreFailure(call(listReviewFlagsEndpoint, { query: { page: 1, size: 1, open: '1' } })),
    ignoreFailure(call(listStagedRecordIdsEndpoint, {})),
    ignoreFailure(loadNameAndTimeZone(call)),
  ])
  const layoutData: AdminLayoutData = {
    messages,
    unreadMessages: messages?.inbox.UnRead,
    undeliveredMail: undeliveredMail?.total,
    paymentsToReview: flags?.total,
    stagedRecords,
    draftedChanges: stagedRecords?.length,
    ...business,
  }
  return addFlashNoticeToData(request, layoutData)
}

/** Returns the layout data, or an empty object on an error page and for viewers who aren't admins. */
export function useAdminLayoutData(): AdminLayoutData {
  return useRouteLoaderData<AdminLayoutData>(ADMIN_LAYOUT_ROUTE_ID) ?? {}
}

/** Returns the business's time zone, in which the admin shows all dates and times. */
export function useBusinessTimeZone(): string {
  return useAdminLayoutData().timeZone ?? DEFAULT_TIME_ZONE
}

/** Reads the business even if the site hides its record. */
async function loadNameAndTimeZone(call: ApiCallFunction): Promise<Pick<AdminLayoutData, 'businessName' | 'timeZone'>> {
  const records = await call(listEditorRecordsEndpoint, { params: { kind: businessInfo.kind }, query: { hidden: true } })
  const { businessName = '', timeZone = '' } = (records[0] ?? {}) as Partial<ContentRecord<typeof businessInfo>>
  return { ...(businessName && { businessName }), ...(timeZone && { timeZone }) }
}

/** Returns undefined on an error. The counts are hints; the page's own loader reports the error. */
async function ignoreFailure<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch(() => undefined)
}
