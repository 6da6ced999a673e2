import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import { listRecords } from '../../../contract/content/content-records.ts'
import { footerAddress } from '../../../contract/content/kinds/footer-address.ts'
import { listDrafted } from '../../../contract/content/site-draft.ts'
import type { RecordOf } from '../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { TIME_ZONE } from '../../../contract/grammar/time-zone.ts'
import { type MessageTotals, messageTotals } from '../../../contract/inbox/messages.ts'
import { listMailProblems } from '../../../contract/operations/mail-problems.ts'
import { readNotice, withNotice } from '../../notice.ts'
import { visitOf } from '../../visit.ts'

/** The name of the frame's route. */
export const FRAME = 'admin'

/** What waits for an admin, as counts; one that could not be read is left out. */
export type FrameData = {
  unreadMessages?: number
  undeliveredMail?: number
  draftedChanges?: number
  messages?: MessageTotals
  /** Which records the draft says something of. */
  drafted?: readonly { kind: string; record: string }[]
  notice?: string
  /** The business's time zone, in which the admin shows all dates and times. */
  timeZone?: string
}

/** For the frame around every admin page; read again after whatever changes something. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call, viewer } = visitOf(context)
  if (viewer.kind !== 'admin') return {}
  const [messages, undeliveredMail, drafted, timeZone, notice] = await Promise.all([
    ifReadable(call(messageTotals, {})),
    ifReadable(call(listMailProblems, { query: { page: 1, size: 1 } })),
    ifReadable(call(listDrafted, {})),
    ifReadable(readTimeZone(call)),
    readNotice(request),
  ])
  const waiting: FrameData = {
    messages,
    unreadMessages: messages?.inbox.UnRead,
    undeliveredMail: undeliveredMail?.total,
    drafted,
    draftedChanges: drafted?.length,
    timeZone,
  }
  return notice ? withNotice(request, notice, waiting) : waiting
}

/** Nothing where the frame has no data: on an error page, and for whoever is no admin. */
export function useFrameData(): FrameData {
  return useRouteLoaderData<FrameData>(FRAME) ?? {}
}

/** Returns the business's time zone, in which the admin shows all dates and times. */
export function useTimeZone(): string {
  return useFrameData().timeZone ?? TIME_ZONE
}

/** Returns the business even if the site hides its record. */
async function readTimeZone(call: Call): Promise<string | undefined> {
  const [business] = await call(listRecords, { params: { kind: footerAddress.kind }, query: { hidden: true } })
  return (business as RecordOf<typeof footerAddress> | undefined)?.timeZone || undefined
}

/** A count is a hint: where it cannot be read, the page below says what is wrong. */
async function ifReadable<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch(() => undefined)
}
