import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import { listMailProblems } from '../../contract/mail-problems.ts'
import { listMessages } from '../../contract/messages.ts'
import { readNotice, withNotice } from '../notice.ts'
import { visitOf } from '../visit.ts'

/** What waits for an admin, as counts; one that could not be read is left out. */
export type FrameData = { unreadMessages?: number; undeliveredMail?: number; notice?: string }

/** For the frame around every admin page; read again after whatever changes something. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call, viewer } = visitOf(context)
  if (viewer.kind !== 'admin') return {}
  const one = { page: 1, size: 1 }
  const [unreadMessages, undeliveredMail, notice] = await Promise.all([
    total(call(listMessages, { query: { ...one, messageStatus: 'UnRead', place: 'inbox', search: '' } })),
    total(call(listMailProblems, { query: one })),
    readNotice(request),
  ])
  const waiting: FrameData = { unreadMessages, undeliveredMail }
  return notice ? withNotice(request, notice, waiting) : waiting
}

/** Nothing where the frame has no data: on an error page, and for whoever is no admin. */
export function useFrameData(): FrameData {
  return useRouteLoaderData<FrameData>('admin') ?? {}
}

/** A count is a hint: where it cannot be read, the page below says what is wrong. */
async function total(page: Promise<{ total: number }>): Promise<number | undefined> {
  return page.then(({ total }) => total).catch(() => undefined)
}
