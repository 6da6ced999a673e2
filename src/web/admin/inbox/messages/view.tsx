import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Message, nextUnread, oneMessage } from '../../../../contract/inbox/messages.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { formActions, pageForm } from '../../../forms/form-action.ts'
import { readOrFailure } from '../../../lists/list-page.ts'
import { visitOf } from '../../../visit.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Chip } from '../../shell/chip.tsx'
import { adminPaths } from '../../site-map.ts'
import { ACT, carryOut, FORM } from './acts.ts'
import { MessageActs } from './message-acts.tsx'
import { MessageText } from './message-text.tsx'
import { placeNames, urlOf } from './messages-url.ts'
import { senderOf } from './sender.ts'

type Loaded = { message: Message; next: Message | null }

export async function loader({ context, params }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const one = { params: { id: params.id ?? '' } }
  const [message, after] = await Promise.all([call(oneMessage, one), readOrFailure(() => call(nextUnread, one))])
  return { message, next: 'problem' in after ? null : after.next }
}

export const action = formActions({
  [FORM]: pageForm({ [ACT]: hiddenField }, async ({ call, params: { id = '' }, values }) => ({
    notice: (await carryOut(call, id, values[ACT])).message,
  })),
})

/** One message (spec section 2). */
export function Page() {
  const { message, next } = useLoaderData<Loaded>()
  const { _place: place, messageStatus } = message
  return (
    <AdminPage
      heading={`Message from ${senderOf(message)}`}
      ground="paper"
      crumbs={[
        { name: 'Overview', to: adminPaths.overview },
        { name: 'Messages', to: urlOf({}) },
        ...(place === 'inbox' ? [] : [{ name: placeNames[place], to: urlOf({ place }) }]),
        { name: 'Message' },
      ]}
      aside={
        <>
          {messageStatus === 'UnRead' ? <Chip tone="warning">Unread</Chip> : <Chip tone="success">Read</Chip>}
          {place !== 'inbox' && <Chip tone="neutral">{placeNames[place]}</Chip>}
        </>
      }
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <MessageActs message={message} next={next} />
        <MessageText message={message} />
      </div>
    </AdminPage>
  )
}
