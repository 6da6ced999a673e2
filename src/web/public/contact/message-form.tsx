import type { Answer } from '../../forms/answer.ts'
import { Honeypot } from '../../forms/honeypot.tsx'
import { ProblemSummary } from '../../forms/problem-summary.tsx'
import { TextField, type TextFieldProps } from '../../forms/text-field.tsx'

/** No field is required (spec section 5). */
const fields = {
  name: { name: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  number: { name: 'number', label: 'Phone number', type: 'tel', autoComplete: 'tel' },
  email: { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  subject: { name: 'subject', label: 'Subject', type: 'text' },
  message: {
    name: 'message',
    label: 'Message',
    type: 'textarea',
    help: 'Your website, the areas you work in, and what you would like to change.',
  },
} satisfies Record<string, TextFieldProps>

type Props = { answer: Answer | undefined /** The signed note of when the form was shown. */; note: string }

/** Get In Touch. Multipart, because the other encoding makes three bytes of most bytes of most scripts. */
export function MessageForm({ answer, note }: Props) {
  const given = (field: TextFieldProps) => ({
    ...field,
    value: answer?.values[field.name],
    error: answer?.fields[field.name],
  })
  return (
    <div className="card">
      {answer && <ProblemSummary answer={answer} names={Object.keys(fields)} />}
      <h2 className="h2">Get In Touch</h2>
      <p>Only your email is needed for a reply.</p>
      <form method="post" action="/contact" encType="multipart/form-data" noValidate data-busy="Sending…" data-send>
        <div className="pair">
          <TextField {...given(fields.name)} />
          <TextField {...given(fields.number)} />
        </div>
        <TextField {...given(fields.email)} />
        <TextField {...given(fields.subject)} />
        <TextField {...given(fields.message)} />
        <Honeypot />
        <input type="hidden" name="form" value={answer?.values.form || note} />
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
      </form>
    </div>
  )
}
