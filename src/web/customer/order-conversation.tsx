import { useLocation } from 'react-router'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { MAX_MESSAGES_BEFORE_PAYMENT, MESSAGE_FILES_HELP } from '#contract/work/conversation.ts'
import { NO_FILES_BEFORE_PAYMENT } from '#contract/work/order-files.ts'
import type { OrderContact } from '#contract/work/order-work.ts'
import {
  CONVERSATION_ANCHOR,
  MARK_READ_FORM_NAME,
  ORDER_MESSAGE_FORM_NAME,
  orderMessageFormFields,
} from '../conversation/conversation-forms.ts'
import { MESSAGES_PAGE_PARAM, type OrderMessagesPageData } from '../conversation/load-page-of-order-messages.ts'
import { MessageList } from '../conversation/message-list.tsx'
import { OrderFileField } from '../conversation/order-file-field.tsx'
import type { FormAnswer, Values } from '../forms/form-action.ts'
import { buildFieldId, HiddenFields } from '../forms/form-field.tsx'
import { HtmlForm, HtmlFormFields } from '../forms/html-form.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { Pager } from '../lists/pager.tsx'
import { useRootData } from '../root-route.tsx'
import { ContentImage } from '../ui/content-image.tsx'
import { FormButton } from '../ui/link-button.tsx'
import { FormattedBusinessTime } from './customer-page.tsx'

type Props = {
  conversation: OrderMessagesPageData
  contact: OrderContact | null
  /** Before the first payment, the customer can't add files and can send few messages. */
  isOpenForFiles: boolean
  answer: FormAnswer | undefined
  /** The message that was typed before a login. */
  restoredValues: Values | undefined
}

/** The fields of the forms, for the error summary. */
export const conversationFieldNames = [...Object.keys(orderMessageFormFields), UPLOAD_FILE_PART]

/** Shows the messages and files of an order, with forms that work without script (P-255). */
export function OrderConversationSection({ conversation, contact, isOpenForFiles, answer, restoredValues }: Props) {
  const { messages, page, lastPage, total } = conversation
  const { name } = useBusinessFacts()
  const { formId, viewer } = useRootData()
  const { pathname, search } = useLocation()
  const upTo = messages.at(-1)?._id ?? ''
  const ownAnswer = answer?.form === ORDER_MESSAGE_FORM_NAME ? answer : undefined
  // "Mark as read" keeps the file that was uploaded with a refused message.
  const { attachedFile = '', attachedFileName = '' } = answer?.values ?? restoredValues ?? {}
  return (
    <section id={CONVERSATION_ANCHOR} aria-labelledby="conversation-title" className="conversation">
      <h2 id="conversation-title" className="h3">
        Messages and files
      </h2>
      {contact && (
        <div className="contact">
          {contact.photo && <ContentImage src={contact.photo} width={56} height={56} subject={contact.name} />}
          <p>
            Your contact is <strong>{contact.name}</strong>
            {contact.position && `, ${contact.position}`}.
          </p>
        </div>
      )}
      {total === 0 ? (
        <p>{isOpenForFiles ? 'Questions, photos or anything else' : 'Questions'} about this order? Write to us here.</p>
      ) : (
        <MessageList
          messages={messages}
          viewer="customer"
          otherName={name}
          renderTime={(at) => <FormattedBusinessTime at={at} />}
        />
      )}
      {lastPage > 1 && (
        <Pager
          listTitle="messages"
          page={page}
          lastPage={lastPage}
          getPageUrl={(number) => `?${MESSAGES_PAGE_PARAM}=${number}#${CONVERSATION_ANCHOR}`}
        />
      )}
      {messages.some(({ unread }) => unread) && (
        <HtmlForm name={MARK_READ_FORM_NAME} action={`#${CONVERSATION_ANCHOR}`} busyLabel="Saving…" className="read">
          <HiddenFields values={{ upTo, attachedFile, attachedFileName }} />
          <FormButton buttonStyle="outline">Mark as read</FormButton>
        </HtmlForm>
      )}
      <HtmlForm
        name={ORDER_MESSAGE_FORM_NAME}
        // With a fragment, the browser wouldn’t focus the summary of errors.
        action={pathname + search}
        fields={orderMessageFormFields}
        initialValues={{ text: '', ...restoredValues, upTo }}
        answer={answer}
        formId={formId}
        busyLabel="Sending…"
        keptAs="message"
        isNativeSubmit
        encType="multipart/form-data"
        className="conversation-form"
      >
        {/* Says whose message it is if the session ends before it is sent. */}
        <HiddenFields values={{ customerEmail: viewer.kind === 'visitor' ? '' : viewer.email }} />
        <HtmlFormFields />
        {isOpenForFiles ? (
          <OrderFileField
            id={buildFieldId(ORDER_MESSAGE_FORM_NAME, UPLOAD_FILE_PART)}
            label="Files (optional)"
            help={MESSAGE_FILES_HELP}
            isMultiple
            values={{ attachedFile, attachedFileName }}
            error={ownAnswer?.fields[UPLOAD_FILE_PART]}
            inputClassName="control"
          />
        ) : (
          <p>
            {NO_FILES_BEFORE_PAYMENT} Until then, you can send {MAX_MESSAGES_BEFORE_PAYMENT} messages.
          </p>
        )}
        <FormButton>Send message</FormButton>
      </HtmlForm>
    </section>
  )
}
