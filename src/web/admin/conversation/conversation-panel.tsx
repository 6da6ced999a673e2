import {
  CONVERSATION_ANCHOR,
  MARK_READ_FORM_NAME,
  ORDER_MESSAGE_FORM_NAME,
  orderMessageFormFields,
  TEAM_NOTE_BUTTON_NAME,
} from '../../conversation/conversation-forms.ts'
import { FileForm } from '../../conversation/file-form.tsx'
import { MESSAGES_PAGE_PARAM, type OrderMessagesPageData } from '../../conversation/load-page-of-order-messages.ts'
import { MessageList } from '../../conversation/message-list.tsx'
import type { FormAnswer } from '../../forms/form-action.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Pager } from '../../lists/pager.tsx'
import { SubmissionForm, SubmissionResultMessage, useFormSubmission } from '../forms/form-submission.tsx'
import { VisibleFormFields } from '../forms/visible-form-fields.tsx'
import { Button, SubmitButton } from '../shell/button.tsx'
import { DateTime } from '../shell/date-time.tsx'

type Props = { conversation: OrderMessagesPageData; customerName: string; answer: FormAnswer | undefined }

/** Shows the messages and files of an order to the team, with its notes (P-256). */
export function ConversationPanel({ conversation, customerName, answer }: Props) {
  const { messages, page, lastPage, total } = conversation
  const submission = useFormSubmission(ORDER_MESSAGE_FORM_NAME)
  const reading = useFormSubmission(MARK_READ_FORM_NAME)
  const upTo = messages.at(-1)?._id ?? ''
  return (
    <section id={CONVERSATION_ANCHOR} aria-labelledby="conversation-title" className="sheet">
      <header>
        <h2 id="conversation-title">Messages and files</h2>
        {messages.some(({ unread }) => unread) && (
          <SubmissionForm submission={reading} className="print:hidden">
            <HiddenFields values={{ upTo }} />
            <Button type="submit" look="outline" aria-disabled={reading.isBusy}>
              Mark as read
            </Button>
          </SubmissionForm>
        )}
      </header>
      <div className="conversation px-4 pb-5 md:px-5">
        {total === 0 ? (
          <p className="text-muted">No messages yet. The customer sees what you send here on the order’s page.</p>
        ) : (
          <MessageList
            messages={messages}
            viewer="team"
            otherName={customerName || 'The customer'}
            renderTime={(at) => <DateTime at={at} />}
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
        <SubmissionForm
          key={`${upTo} ${total}`}
          submission={submission}
          className="form-in-panel grid min-w-0 grid-cols-1 gap-3 print:hidden"
        >
          <SubmissionResultMessage submission={submission} />
          <HiddenFields values={{ upTo }} />
          <VisibleFormFields submission={submission} fields={orderMessageFormFields} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton isBusy={submission.isBusy} label="Send to customer" busyLabel="Sending…" />
            <Button type="submit" look="outline" name={TEAM_NOTE_BUTTON_NAME} value="yes" aria-disabled={submission.isBusy}>
              Save as team note
            </Button>
          </div>
        </SubmissionForm>
        <FileForm
          label="Send a file to the customer"
          answer={answer}
          className="form-in-panel grid min-w-0 grid-cols-1 gap-3 print:hidden"
          inputClassName="chosen-file"
        >
          <Button type="submit" look="outline" className="justify-self-start">
            Send file
          </Button>
        </FileForm>
      </div>
    </section>
  )
}
