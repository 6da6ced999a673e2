import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Message, oneMessage } from '../../../contract/messages.ts'
import { hiddenField } from '../../forms/field.tsx'
import { formActions, pageForm } from '../../forms/form-action.ts'
import { visitOf } from '../../visit.ts'
import { AdminPage } from '../parts/admin-page.tsx'
import { Chip } from '../parts/chip.tsx'
import { ACT, carryOut, FORM } from './acts.ts'
import { addressOf, placeNames } from './address.ts'
import { MessageActs } from './message-acts.tsx'
import { MessageText } from './message-text.tsx'
import { senderOf } from './sender.ts'

export function loader({ context, params: { id = '' } }: LoaderFunctionArgs): Promise<Message> {
  return visitOf(context).call(oneMessage, { params: { id } })
}

export const action = formActions({
  [FORM]: pageForm({ [ACT]: hiddenField }, async ({ call, params: { id = '' }, values }) => ({
    notice: (await carryOut(call, id, values[ACT])).message,
  })),
})

/** One message (spec section 2). */
export function Page() {
  const message = useLoaderData<Message>()
  const { _place: place, messageStatus } = message
  return (
    <AdminPage
      heading={`Message from ${senderOf(message)}`}
      ground="paper"
      crumbs={[
        { name: 'Overview', to: '/admin' },
        { name: 'Messages', to: addressOf({ place: 'inbox', search: '' }) },
        ...(place === 'inbox' ? [] : [{ name: placeNames[place], to: addressOf({ place, search: '' }) }]),
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
        <MessageActs message={message} />
        <MessageText message={message} />
      </div>
    </AdminPage>
  )
}
