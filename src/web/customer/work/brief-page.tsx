import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import { getOrderEndpoint } from '#contract/sales/orders.ts'
import {
  type Brief,
  getBriefEndpoint,
  type OrderBriefQuestion,
  type SentBriefVersion,
  saveOrSendBriefEndpoint,
} from '#contract/work/brief.ts'
import { redirectWithFlashNotice } from '../../flash-notices.ts'
import { createNamedFormsAction, defineForm, type FormAnswer, type Values } from '../../forms/form-action.ts'
import { type FormFieldSpec, hiddenFieldSpec } from '../../forms/form-field.tsx'
import { buildRestoredFormNotice, createSavedFormCookie } from '../../forms/form-kept-during-login.ts'
import { SuccessNotice } from '../../forms/form-messages.tsx'
import { type FormFieldSpecsByName, HtmlForm, HtmlFormField, listNonHiddenFieldNames } from '../../forms/html-form.tsx'
import { getPageRequestContext } from '../../page-request-context.ts'
import { useRootData } from '../../root-route.tsx'
import { FormButton } from '../../ui/link-button.tsx'
import { CustomerPageFrame } from '../customer-page.tsx'
import { SentBriefAnswers } from './sent-brief-answers.tsx'

const savedForm = createSavedFormCookie({ owner: 'customerEmail' })
export const saveFormBeforeLogin = savedForm.save

export async function loader(args: LoaderFunctionArgs) {
  const { id = '' } = args.params
  const { call } = getPageRequestContext(args.context)
  const [order, brief] = await Promise.all([
    call(getOrderEndpoint, { params: { id } }),
    call(getBriefEndpoint, { params: { orderId: id } }),
  ])
  return savedForm.addToPageData(args, { order, brief })
}

/** The form's name keeps the ids of its controls valid selectors: a question's id can start with a digit. */
const FORM = 'brief'

/** The name of the button that sends the answers. The other button only saves them. */
const SEND = 'send'

export async function action(args: ActionFunctionArgs) {
  const { id = '' } = args.params
  const { questions } = await getPageRequestContext(args.context).call(getBriefEndpoint, { params: { orderId: id } })
  const brief = defineForm(listFields(questions), async ({ call, request, values, postedValues }) => {
    const { _version, customerEmail: _, ...answers } = values
    const send = postedValues[SEND] !== undefined
    const { message, record }: EndpointResult<typeof saveOrSendBriefEndpoint> = await call(saveOrSendBriefEndpoint, {
      params: { orderId: id },
      body: { answers, send, _version: Number(_version) },
    })
    if (send) return redirectWithFlashNotice(request, `/my-order/${id}`, 'Thank you. We have your answers.')
    return { notice: `${message}. You can come back and finish anytime.`, values: toValues(record) }
  })
  return createNamedFormsAction({ [FORM]: brief })(args)
}

/** Shows the questions of an order until the client sends the answers, and then the answers. */
export function Page() {
  const { order, brief, restoredForm } = useLoaderData<typeof loader>()
  const actionAnswer = useActionData<FormAnswer>()
  const { viewer } = useRootData()
  const fields = listFields(brief.questions)
  const names = listNonHiddenFieldNames(fields)
  const page = { title: 'Your answers', parentPage: { href: `/my-order/${order._id}`, text: `Order ${order._number}` } }
  if (brief.sentAt !== null) {
    const unsavedAnswers = listUnsavedAnswers(brief, actionAnswer?.values ?? restoredForm?.values)
    return (
      // A repeated send whose answers are all there is no problem.
      <CustomerPageFrame {...page} answer={unsavedAnswers.length > 0 ? actionAnswer : undefined} isNarrow>
        <SentBriefAnswers order={order} brief={brief} sentAt={brief.sentAt} unsavedAnswers={unsavedAnswers} />
      </CustomerPageFrame>
    )
  }
  if (brief.questions.length === 0)
    return (
      <CustomerPageFrame {...page} isNarrow>
        <p className="lead">We have no questions about this order. You don’t need to do anything here.</p>
      </CustomerPageFrame>
    )
  const answer = describeConflict(actionAnswer)
  const getLabel = (id: string) => brief.questions.find((one) => one.id === id)?.question ?? id
  const notice = restoredForm ? buildRestoredFormNotice(restoredForm, getLabel) : answer?.notice
  return (
    <CustomerPageFrame {...page} answer={answer} names={names} notice={<SuccessNotice notice={notice} />} isNarrow>
      <p className="lead">
        {names.length === 1 ? 'One question' : `${names.length} questions`} about your business. Save as often as you like, and
        send them when you’re done. Please don’t send passwords. Each question tells you how to invite us instead.
      </p>
      {brief.reopenedReason && <p className="account-notice">Please review your answers: {brief.reopenedReason}</p>}
      <HtmlForm
        name={FORM}
        fields={fields}
        answer={answer}
        initialValues={{
          ...toValues(brief),
          ...restoredForm?.values,
          customerEmail: viewer.kind === 'visitor' ? '' : viewer.email,
        }}
        keptAs="answers"
        busyLabel="Saving…"
        className="work-form"
      >
        {names.map((name) => (
          <HtmlFormField key={name} name={name} />
        ))}
        <div className="account-actions">
          <FormButton buttonStyle="outline">Save</FormButton>
          <FormButton name={SEND} value="yes">
            Send my answers
          </FormButton>
        </div>
        <p className="field-help">“Save” keeps them for later. “Send” tells us we can start.</p>
      </HtmlForm>
    </CustomerPageFrame>
  )
}

function listFields(questions: readonly OrderBriefQuestion[]): FormFieldSpecsByName {
  return {
    _version: hiddenFieldSpec,
    // Says whose form it is if the session ends before the form is sent.
    customerEmail: hiddenFieldSpec,
    ...Object.fromEntries(questions.map((question) => [question.id, toField(question)])),
  }
}

function toField({ question, help, type, choices, required }: OrderBriefQuestion): FormFieldSpec {
  const label = required ? question : `${question} (optional)`
  if (type === 'yes or no') return { type: 'select', label, help, options: ['Yes', 'No'] }
  if (type === 'choice') return { type: 'select', label, help, options: choices }
  if (type === 'list') return { type: 'textarea', label, help: help || 'One entry per line.' }
  if (type === 'long text') return { type: 'textarea', label, help }
  return { type: 'text', label, help, inputMode: type === 'link' ? 'url' : undefined }
}

function toValues({ questions, _version }: Pick<Brief, 'questions' | '_version'>): Values {
  return { ...Object.fromEntries(questions.map(({ id, answer }) => [id, answer])), _version: String(_version) }
}

/** Lists the typed answers that differ from the sent ones. */
function listUnsavedAnswers({ questions }: Brief, typedValues: Values = {}): SentBriefVersion['answers'] {
  return questions.flatMap(({ id, question, answer: sent }) => {
    const answer = typedValues[id] ?? sent
    return answer.trim() === sent.trim() ? [] : [{ id, question, answer }]
  })
}

/** Another tab saved other answers: shows them at their fields. The next save is based on them. */
function describeConflict(answer: FormAnswer | undefined): FormAnswer | undefined {
  const current = answer?.record as Brief | undefined
  if (!answer || !current) return answer
  const differing = current.questions.filter(({ id, answer: saved }) => (answer.values[id] ?? '') !== saved)
  return {
    ...answer,
    values: { ...answer.values, _version: String(current._version) },
    fields: Object.fromEntries(
      differing.map(({ id, answer: saved }) => [
        id,
        saved ? `Saved in another tab: “${saved}”` : 'Saved in another tab: no answer',
      ]),
    ),
  }
}
