import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  type Deliverable,
  type DeliverableProofData,
  draftAnswers,
  isEarlierDraft,
  reviewDeliverableDraftEndpoint,
} from '#contract/work/deliverables.ts'
import { buildOrderFileUrl } from '#contract/work/order-files.ts'
import { CONVERSATION_ANCHOR } from '../../conversation/conversation-forms.ts'
import { describeDeliverableOutcome } from '../../describe-deliverable-outcome.ts'
import { redirectWithFlashNotice } from '../../flash-notices.ts'
import { createFormAction, type FormAnswer } from '../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../forms/form-field.tsx'
import { buildRestoredFormNotice, createSavedFormCookie } from '../../forms/form-kept-during-login.ts'
import { SuccessNotice } from '../../forms/form-messages.tsx'
import { type FormFieldSpecsByName, HtmlForm, HtmlFormField } from '../../forms/html-form.tsx'
import { loadDeliverable } from '../../load-deliverable.ts'
import { useRootData } from '../../root-route.tsx'
import { FormButton } from '../../ui/link-button.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { CustomerPageFrame, FormattedBusinessTime } from '../customer-page.tsx'
import { CustomerDeliverableStateChip, describeDeliverableStep } from './deliverable-state.tsx'

const savedForm = createSavedFormCookie({ owner: 'customerEmail', fields: ['_version', 'comment'] })
export const saveFormBeforeLogin = savedForm.save

export async function loader(args: LoaderFunctionArgs) {
  return savedForm.addToPageData(args, await loadDeliverable(args))
}

const fields = {
  _version: hiddenFieldSpec,
  // Says whose form it is if the session ends before the form is sent.
  customerEmail: hiddenFieldSpec,
  comment: { type: 'textarea', label: 'What should we change?', help: 'Leave this blank if you approve the draft.' },
} satisfies FormFieldSpecsByName
const takeBackFields = { _version: hiddenFieldSpec }

/** The name of the buttons. Their value is the answer. */
const ANSWER = 'answer'
/** The approval of a client who was asked whether the comment asks for a change. */
const APPROVED_WITH_COMMENT = 'approved with a comment'

/** Asked if the client approves a draft and types a comment. Until then, the draft has no answer. */
const WHICH_ANSWER =
  'You typed a comment. Do you approve the draft without changes, or should we change it first? We wait for your answer.'

const answerNotices: Readonly<Record<(typeof draftAnswers)[number], string>> = {
  approved: 'Thank you. You approved the draft.',
  changes: 'Thank you. We’ll work on your changes.',
  'taken back': 'You took your approval back. The draft waits for your answer again.',
}

export const action = createFormAction(
  fields,
  async ({ call, request, params: { id = '', deliverableId = '' }, values, postedValues }) => {
    const posted = postedValues[ANSWER]
    if (posted === 'approved' && values.comment.trim() !== '') throw new UserError(400, WHICH_ANSWER, 'comment')
    const answer = draftAnswers.find((one) => posted?.startsWith(one)) ?? 'changes'
    await call(reviewDeliverableDraftEndpoint, {
      params: { id: deliverableId },
      body: { answer, comment: values.comment, _version: Number(values._version) },
    })
    const notice = answerNotices[answer]
    return redirectWithFlashNotice(request, `/my-order/${id}`, notice)
  },
)

/** Shows one part of an order with its draft or proof. The client answers a draft here. */
export function Page() {
  const { order, deliverable, restoredForm } = useLoaderData<typeof loader>()
  const answer = updateVersionAfterConflict(useActionData<FormAnswer>(), deliverable)
  const { viewer } = useRootData()
  const { title, details, dueOn, proof, state, waitingFor, reason, draftNumber, history, _version } = deliverable
  const outcome = describeDeliverableOutcome(deliverable)
  const isDraft = state === 'waiting for approval'
  const isAsked = answer?.error === WHICH_ANSWER
  return (
    <CustomerPageFrame
      title={title}
      parentPage={{ href: `/my-order/${order._id}`, text: `Order ${order._number}` }}
      answer={answer}
      names={['comment']}
      notice={
        isDraft && restoredForm && <SuccessNotice notice={buildRestoredFormNotice(restoredForm, () => fields.comment.label)} />
      }
      isNarrow
    >
      <p className="lead">
        <CustomerDeliverableStateChip {...deliverable} /> {dueOn && state !== 'delivered' && `Due ${formatCalendarDay(dueOn)}`}
      </p>
      {details && <Paragraphs text={details} />}
      {state === 'waiting for client' && (
        <p className="account-notice">
          We need from you: {waitingFor} <a href={`/my-order/${order._id}#${CONVERSATION_ANCHOR}`}>Write to us</a>
        </p>
      )}
      {(reason || outcome) && <p className="account-notice">{[reason, outcome].filter(Boolean).join(' · ')}</p>}
      {proof && (
        <section aria-labelledby="proof" className="deliverable-proof">
          <h2 id="proof" className="h3">
            {state === 'delivered' ? 'What we delivered' : `Draft ${draftNumber}`}
          </h2>
          <ProofContent proof={proof} />
        </section>
      )}
      {!isDraft && restoredForm?.values.comment && (
        <p className="account-notice">
          We didn’t get your comment, because there’s no draft to answer now. You typed: “{restoredForm.values.comment}”
        </p>
      )}
      {isDraft && (
        <HtmlForm
          fields={fields}
          answer={answer}
          initialValues={{
            _version: String(_version),
            ...restoredForm?.values,
            customerEmail: viewer.kind === 'visitor' ? '' : viewer.email,
          }}
          keptAs={`draft ${draftNumber}`}
          busyLabel="Sending…"
          className="work-form"
        >
          <h2 className="h3">Your answer</h2>
          <p>Nothing goes live until you approve it.</p>
          <HtmlFormField name="comment" />
          <div className="account-actions">
            <FormButton name={ANSWER} value={isAsked ? APPROVED_WITH_COMMENT : 'approved'}>
              {isAsked ? 'Approve without changes, with my comment' : 'Approve'}
            </FormButton>
            <FormButton name={ANSWER} value="changes" buttonStyle="outline">
              {isAsked ? 'Change it first' : 'Ask for changes'}
            </FormButton>
          </div>
        </HtmlForm>
      )}
      {state === 'approved' && (
        <HtmlForm fields={takeBackFields} answer={answer} initialValues={{ _version: String(_version) }} busyLabel="Sending…">
          <p>You can take your approval back until we go on with the work.</p>
          <FormButton name={ANSWER} value="taken back" buttonStyle="outline">
            Take my approval back
          </FormButton>
        </HtmlForm>
      )}
      <section aria-labelledby="history" className="next-steps">
        <h2 id="history" className="h3">
          What happened
        </h2>
        <ol className="timeline-list">
          {history.map((entry) => (
            <li key={entry.at}>
              <FormattedBusinessTime at={entry.at} />
              <p>{describeDeliverableStep(entry)}</p>
              {entry.comment && <Paragraphs text={entry.comment} />}
              {isEarlierDraft(entry, deliverable) && entry.proof && (
                <details>
                  <summary>Read draft {entry.draftNumber}</summary>
                  <ProofContent proof={entry.proof} />
                </details>
              )}
            </li>
          ))}
        </ol>
      </section>
    </CustomerPageFrame>
  )
}

/** After a conflict, the next answer is about the version that the page shows now. */
function updateVersionAfterConflict(answer: FormAnswer | undefined, { _version }: Deliverable): FormAnswer | undefined {
  return answer?.record ? { ...answer, values: { ...answer.values, _version: String(_version) } } : answer
}

function ProofContent({ proof: { url, file, note } }: { proof: DeliverableProofData }) {
  return (
    <>
      {note && <Paragraphs text={note} />}
      {url && (
        <p>
          <a href={url}>{url}</a>
        </p>
      )}
      {file && (
        <p>
          <a href={buildOrderFileUrl(file.id)}>{file.name}</a>
        </p>
      )}
    </>
  )
}
