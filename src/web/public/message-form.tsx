import type { contactWords } from '../../contract/content/kinds/contact-words.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { DocumentForm, FormField, Honeypot, namesShown } from '../forms/document-form.tsx'
import { type FieldSpec, hiddenField } from '../forms/field.tsx'
import type { FormAnswer } from '../forms/form-action.ts'
import { ErrorSummary } from '../forms/form-answer.tsx'

/** No field is required (spec section 5). `form` is the signed note of when the form was shown. */
export function messageFields(words: ContactWords) {
  return {
    name: { label: words.nameLabel, type: 'text', autoComplete: 'name' },
    number: { label: words.numberLabel, type: 'tel', autoComplete: 'tel' },
    email: { label: words.emailLabel, type: 'email', autoComplete: 'email' },
    subject: { label: words.subjectLabel, type: 'text' },
    message: { label: words.messageLabel, type: 'textarea', help: words.messageHelp },
    form: hiddenField,
  } satisfies Record<string, FieldSpec>
}

type ContactWords = WordsOf<typeof contactWords>

type Props = { answer: FormAnswer | undefined /** The signed note. */; note: string; words: ContactWords }

/** Get In Touch. Multipart, because the other encoding makes three bytes of most bytes of most scripts. */
export function MessageForm({ answer, note, words }: Props) {
  const fields = messageFields(words)
  return (
    <div id="message-form" className="card">
      {answer?.error && <ErrorSummary answer={answer} names={namesShown(fields)} />}
      <h2 className="h2">{words.formHeading}</h2>
      {(words.formNote || words.replyTime) && <p>{[words.formNote, words.replyTime].filter(Boolean).join(' ')}</p>}
      <DocumentForm
        action="/contact"
        encType="multipart/form-data"
        fields={fields}
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
            {words.sendButton}
          </button>
          {(answer?.fields.anyway || answer?.values.anyway) && (
            <button type="submit" name="anyway" value="yes" className="button button-outline">
              {words.sendAnywayButton}
            </button>
          )}
          <div>
            {words.dataNote && <p>{words.dataNote}</p>}
            {/* Filled by the script where the message could not be sent at all. */}
            <p className="unsent" role="status" />
          </div>
        </div>
      </DocumentForm>
    </div>
  )
}
