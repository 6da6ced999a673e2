import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { MESSAGE_FILES_HELP, markOrderMessagesAnsweredEndpoint } from '#contract/work/conversation.ts'
import {
  CONVERSATION_ANCHOR,
  MARK_READ_FORM_NAME,
  ORDER_MESSAGE_FORM_NAME,
  orderMessageFormFields,
  TEAM_NOTE_BUTTON_NAME,
} from '../../conversation/conversation-forms.ts'
import { MESSAGES_PAGE_PARAM, type OrderMessagesPageData } from '../../conversation/load-page-of-order-messages.ts'
import { MessageList } from '../../conversation/message-list.tsx'
import { OrderFileField } from '../../conversation/order-file-field.tsx'
import { defineForm } from '../../forms/form-action.ts'
import { buildFieldId, HiddenFields, hiddenFieldSpec } from '../../forms/form-field.tsx'
import { Pager } from '../../lists/pager.tsx'
import { type FormSubmission, PostButton, SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { VisibleFormFields } from '../forms/visible-form-fields.tsx'
import { AdminSection } from '../shell/admin-section.tsx'
import { Button, SubmitButton } from '../shell/button.tsx'
import { DateTime } from '../shell/date-time.tsx'

const NO_ANSWER_FORM_NAME = 'answered'

/** The form of the panel that only the team has, for the pages of the order `:id`. */
export const noAnswerForm = {
  [NO_ANSWER_FORM_NAME]: defineForm({ upTo: hiddenFieldSpec }, ({ call, params: { id = '' }, values: { upTo } }) =>
    call(markOrderMessagesAnsweredEndpoint, { params: { orderId: id }, body: { upTo } }),
  ),
}

type Props = { conversation: OrderMessagesPageData; customerName: string }

/** Shows the messages and files of an order to the team, with its notes (P-256). */
export function ConversationPanel({ conversation, customerName }: Props) {
  const { messages, page, lastPage, total } = conversation
  const submission = useFormSubmission(ORDER_MESSAGE_FORM_NAME)
  const reading = useFormSubmission(MARK_READ_FORM_NAME, conversation, () =>
    document.getElementById(buildFieldId(ORDER_MESSAGE_FORM_NAME, 'text')),
  )
  const dismissal = useFormSubmission(NO_ANSWER_FORM_NAME, conversation)
  const upTo = messages.at(-1)?._id ?? ''
  return (
    <AdminSection
      id={CONVERSATION_ANCHOR}
      headingId="conversation-title"
      heading="Messages and files"
      aside={
        <div className="flex flex-wrap gap-3 print:hidden empty:hidden">
          {messages.some(({ unread }) => unread) && (
            <PostButton submission={reading} values={{ upTo }}>
              Mark as read
            </PostButton>
          )}
          {messages.some(({ waiting }) => waiting) && (
            <PostButton submission={dismissal} values={{ upTo }}>
              No answer needed
            </PostButton>
          )}
        </div>
      }
    >
      <div className="conversation px-4 pb-5 md:px-5">
        <SubmissionError submission={reading} />
        <SubmissionError submission={dismissal} />
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
        <ReplyForm key={submission.successCount} upTo={upTo} submission={submission} />
      </div>
    </AdminSection>
  )
}

/** Shows the form that writes to the customer or saves a team note. Typed text stays until it is sent. */
function ReplyForm({ upTo, submission }: { upTo: string; submission: FormSubmission }) {
  const { answer } = submission
  return (
    <SubmissionForm submission={submission} className="form-in-panel grid min-w-0 grid-cols-1 gap-3 print:hidden">
      <SubmissionError submission={submission} />
      <HiddenFields values={{ upTo }} />
      <VisibleFormFields submission={submission} fields={orderMessageFormFields} />
      <OrderFileField
        id={buildFieldId(ORDER_MESSAGE_FORM_NAME, UPLOAD_FILE_PART)}
        label="Files (optional)"
        help={MESSAGE_FILES_HELP}
        isMultiple
        values={answer?.values}
        error={answer?.fields[UPLOAD_FILE_PART]}
        inputClassName="chosen-file"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={submission.isBusy} label="Send to customer" busyLabel="Sending…" />
        <Button type="submit" look="outline" name={TEAM_NOTE_BUTTON_NAME} value="yes" aria-disabled={submission.isBusy}>
          Save as team note
        </Button>
      </div>
    </SubmissionForm>
  )
}
