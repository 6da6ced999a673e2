import type { contactCopy } from '../../contract/content/kinds/contact-copy.ts'
import { type CopyKindTexts, fillPlaceholders } from '../../contract/core/define-page-copy-kind.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { FormAnswer } from '../forms/form-action.ts'
import { type FormFieldSpec, hiddenFieldSpec } from '../forms/form-field.tsx'
import { ErrorSummary } from '../forms/form-messages.tsx'
import { Honeypot, HtmlForm, HtmlFormField, listNonHiddenFieldNames } from '../forms/html-form.tsx'

/** No field is required (P-117). `form` holds the signed time at which the form was shown. */
export function buildContactFormFields(copy: ContactCopy) {
  return {
    name: { label: copy.nameLabel, type: 'text', autoComplete: 'name' },
    number: { label: copy.numberLabel, type: 'tel', autoComplete: 'tel' },
    email: { label: copy.emailLabel, type: 'email', autoComplete: 'email' },
    subject: { label: copy.subjectLabel, type: 'text' },
    siteUrl: { label: copy.siteLabel, type: 'text', autoComplete: 'url', inputMode: 'url' },
    zipCodes: { label: copy.zipLabel, type: 'text' },
    message: { label: copy.messageLabel, type: 'textarea', help: copy.messageHelp },
    form: hiddenFieldSpec,
  } satisfies Record<string, FormFieldSpec>
}

type ContactCopy = CopyKindTexts<typeof contactCopy>

type Props = {
  answer: FormAnswer | undefined
  formToken: string
  /** The customer's own order that the message is about. */
  order: Order | undefined
  copy: ContactCopy
}

/** Renders the contact form. Multipart, because URL encoding triples most non-Latin text. */
export function ContactForm({ answer, formToken, order, copy }: Props) {
  const fields = buildContactFormFields(copy)
  return (
    <div id="message-form" className="card">
      {answer?.error && <ErrorSummary answer={answer} names={listNonHiddenFieldNames(fields)} />}
      <h2 className="h2">{copy.formHeading}</h2>
      {(copy.formNote || copy.replyTime) && <p>{[copy.formNote, copy.replyTime].filter(Boolean).join(' ')}</p>}
      <HtmlForm
        action="/contact"
        encType="multipart/form-data"
        fields={fields}
        answer={answer}
        initialValues={{ form: formToken, ...(order && buildOrderValues(order, copy)) }}
        busyLabel="Sending…"
      >
        <div className="pair">
          <HtmlFormField name="name" />
          <HtmlFormField name="number" />
        </div>
        <div className="pair">
          <HtmlFormField name="email" />
          <HtmlFormField name="subject" />
        </div>
        <div className="pair">
          <HtmlFormField name="siteUrl" />
          <HtmlFormField name="zipCodes" />
        </div>
        <HtmlFormField name="message" />
        <Honeypot />
        <div className="send">
          <button type="submit" className="button">
            {copy.sendButton}
          </button>
          {(answer?.fields.anyway || answer?.values.anyway) && (
            <button type="submit" name="anyway" value="yes" className="button button-outline">
              {copy.sendAnywayButton}
            </button>
          )}
          <div>
            {copy.dataNote && <p>{copy.dataNote}</p>}
            {/* The script fills it if sending fails. */}
            <p className="send-error" role="status" />
          </div>
        </div>
      </HtmlForm>
    </div>
  )
}

function buildOrderValues({ customerName, customerEmail, _number, packageName }: Order, { orderSubject }: ContactCopy) {
  const subject = fillPlaceholders(orderSubject, { number: _number, package: packageName })
  return { name: customerName, email: customerEmail, subject }
}
