import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getMessageEndpoint, getNextUnreadMessageEndpoint } from '../../../../contract/inbox/messages.ts'
import { createNamedFormsAction, defineForm } from '../../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../../forms/form-field.tsx'
import { getPageRequestContext } from '../../../page-request-context.ts'
import { loadOrReturnFailure } from '../../../temporary-failures.ts'
import { adminPaths } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Chip } from '../../shell/chip.tsx'
import { MessageActionButtons } from './message-action-buttons.tsx'
import { ACTION_FIELD, applyActionToMessage, MESSAGE_ACTION_FORM_NAME } from './message-actions.ts'
import { MessageCard } from './message-details.tsx'
import { getContactSenderLabel } from './message-sender-title-and-spam-reason.ts'
import { buildMessagesUrl, folderLabels } from './messages-url.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const request = { params: { id: params.id ?? '' } }
  const [message, nextResult] = await Promise.all([
    call(getMessageEndpoint, request),
    loadOrReturnFailure(() => call(getNextUnreadMessageEndpoint, request)),
  ])
  return { message, next: 'problem' in nextResult ? null : nextResult.next }
}

export const action = createNamedFormsAction({
  [MESSAGE_ACTION_FORM_NAME]: defineForm({ [ACTION_FIELD]: hiddenFieldSpec }, async ({ call, params: { id = '' }, values }) => ({
    notice: (await applyActionToMessage(call, id, values[ACTION_FIELD])).message,
  })),
})

/** Shows one message (P-123). */
export function Page() {
  const { message, next } = useLoaderData<typeof loader>()
  const { _place: place, messageStatus } = message
  return (
    <AdminPage
      heading={`Message from ${getContactSenderLabel(message)}`}
      crumbs={[
        { name: 'Overview', to: adminPaths.overview },
        { name: 'Messages', to: buildMessagesUrl({}) },
        ...(place === 'inbox' ? [] : [{ name: folderLabels[place], to: buildMessagesUrl({ place }) }]),
        { name: 'Message' },
      ]}
      aside={
        <>
          {messageStatus === 'UnRead' ? <Chip tone="warning">Unread</Chip> : <Chip tone="success">Read</Chip>}
          {place !== 'inbox' && <Chip tone="neutral">{folderLabels[place]}</Chip>}
        </>
      }
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <MessageActionButtons key={message._id} message={message} next={next} />
        <MessageCard message={message} />
      </div>
    </AdminPage>
  )
}
