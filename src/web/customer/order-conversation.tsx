import { UPLOAD_FILE_PART } from '../../contract/core/endpoint.ts'
import { ORDER_FILE_ACCEPT } from '../../contract/work/order-files.ts'
import { CONVERSATION_ID, FILE_FORM, MESSAGE_FORM, messageFields, READ_FORM } from '../conversation/conversation-forms.ts'
import { type ConversationPage, MESSAGES_PAGE_PARAM } from '../conversation/load-conversation.ts'
import { MessageList } from '../conversation/message-list.tsx'
import type { FormAnswer } from '../forms/form-action.ts'
import { buildFieldId, Field } from '../forms/form-field.tsx'
import { FormFields, HtmlForm } from '../forms/html-form.tsx'
import { useBusiness } from '../layout/site-frame-content.ts'
import { Pager } from '../lists/pager.tsx'
import { useRootData } from '../root-route.tsx'
import { BusinessTime } from './order-page-parts.tsx'

type Props = { conversation: ConversationPage; answer: FormAnswer | undefined }

/** The fields of the forms, for the error summary. */
export const conversationFieldNames = [...Object.keys(messageFields), UPLOAD_FILE_PART]

/** Shows the messages and files of an order, with forms that work without script (P-255). */
export function OrderConversation({ conversation: { messages, page, lastPage, total }, answer }: Props) {
  const { name } = useBusiness()
  const { formId } = useRootData()
  const upTo = messages.at(-1)?._id ?? ''
  return (
    <section id={CONVERSATION_ID} aria-labelledby="conversation-title" className="conversation">
      <h2 id="conversation-title" className="h3">
        Messages and files
      </h2>
      {total === 0 ? (
        <p>Questions, photos or anything else about this order? Write to us here.</p>
      ) : (
        <MessageList messages={messages} viewer="customer" otherName={name} renderTime={(at) => <BusinessTime at={at} />} />
      )}
      {lastPage > 1 && (
        <Pager
          listTitle="messages"
          page={page}
          lastPage={lastPage}
          getPageUrl={(number) => `?${MESSAGES_PAGE_PARAM}=${number}#${CONVERSATION_ID}`}
        />
      )}
      {messages.some(({ unread }) => unread) && (
        <HtmlForm name={READ_FORM} isNativeSubmit>
          <input type="hidden" name="upTo" value={upTo} />
          <button type="submit" className="button button-outline">
            Mark as read
          </button>
        </HtmlForm>
      )}
      <div className="conversation-forms">
        <HtmlForm
          name={MESSAGE_FORM}
          fields={messageFields}
          initialValues={{ upTo, text: '' }}
          answer={answer}
          formId={formId}
          busyLabel="Sending…"
          isNativeSubmit
        >
          <FormFields />
          <button type="submit" className="button">
            Send message
          </button>
        </HtmlForm>
        <FileForm error={answer?.form === FILE_FORM ? answer.fields[UPLOAD_FILE_PART] : undefined} />
      </div>
    </section>
  )
}

function FileForm({ error }: { error: string | undefined }) {
  return (
    <form method="post" encType="multipart/form-data" noValidate data-busy="Sending…">
      <Field
        id={buildFieldId(FILE_FORM, UPLOAD_FILE_PART)}
        label="Send a file"
        help="PDF, Word, Excel, CSV, text or image, up to 25 MB."
        error={error}
      >
        {(control) => <input {...control} type="file" name={UPLOAD_FILE_PART} accept={ORDER_FILE_ACCEPT} className="control" />}
      </Field>
      <button type="submit" className="button button-outline">
        Send file
      </button>
    </form>
  )
}
