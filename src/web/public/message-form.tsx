import { DocumentForm, FormField, Honeypot, namesShown } from '../forms/document-form.tsx'
import { type FieldSpec, hiddenField } from '../forms/field.tsx'
import type { FormAnswer } from '../forms/form-action.ts'
import { ErrorSummary } from '../forms/form-answer.tsx'

/** No field is required (spec section 5). `form` is the signed note of when the form was shown. */
export const messageFields = {
  name: { label: 'Name', type: 'text', autoComplete: 'name' },
  number: { label: 'Phone number', type: 'tel', autoComplete: 'tel' },
  email: { label: 'Email', type: 'email', autoComplete: 'email' },
  subject: { label: 'Subject', type: 'text' },
  message: {
    label: 'Message',
    type: 'textarea',
    help: 'Your website, the areas you work in, and what you would like to change.',
  },
  form: hiddenField,
} satisfies Record<string, FieldSpec>

type Props = { answer: FormAnswer | undefined /** The signed note. */; note: string }

/** Get In Touch. Multipart, because the other encoding makes three bytes of most bytes of most scripts. */
export function MessageForm({ answer, note }: Props) {
  return (
    <div className="card">
      {answer?.error && <ErrorSummary answer={answer} names={namesShown(messageFields)} />}
      <h2 className="h2">Get In Touch</h2>
      <p>Only your email is needed for a reply.</p>
      <DocumentForm
        action="/contact"
        encType="multipart/form-data"
        fields={messageFields}
        answer={answer}
        initial={{ form: note }}
        busy="Sending…"
      >
        <div className="pair">
          <FormField name="name" />
          <FormField name="number" />
        </div>
        <FormField name="email" />
        <FormField name="subject" />
        <FormField name="message" />
        <Honeypot />
        <div className="send">
          <button type="submit" className="button">
            Send message
          </button>
          {(answer?.fields.anyway || answer?.values.anyway) && (
            <button type="submit" name="anyway" value="yes" className="button button-outline">
              Send anyway
            </button>
          )}
          <div>
            <p>We use these details to answer you and for nothing else.</p>
            {/* Filled by the script where the message could not be sent at all. */}
            <p className="unsent" role="status" />
          </div>
        </div>
      </DocumentForm>
    </div>
  )
}
