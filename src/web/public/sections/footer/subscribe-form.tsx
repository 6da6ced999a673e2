import { DocumentForm, Honeypot } from '../../../forms/document-form.tsx'

/** Works as a plain form; the script sends it from where one is and answers a mistake in place. */
export function SubscribeForm() {
  return (
    <DocumentForm className="subscribe" action="/subscribe" busy="Sending…">
      <label htmlFor="subscriber">Subscribe by email</label>
      <div>
        <input
          id="subscriber"
          name="subemail"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          aria-describedby="subscribe-reply"
        />
        <button type="submit" aria-describedby="subscribe-help">
          Subscribe
        </button>
      </div>
      <Honeypot />
      <p id="subscribe-help">You confirm by mail. Leave whenever you like.</p>
      <p id="subscribe-reply" className="unsent" role="status" />
    </DocumentForm>
  )
}
