import type { WorkEmailFrequency } from '../../../contract/people/work-email-frequency.ts'
import { HtmlForm, HtmlFormFields } from '../../forms/html-form.tsx'
import { AccountSection } from './account-section-parts.tsx'
import { type YourAccountFormAnswer, yourAccountFormFields } from './your-account-forms.ts'

/** Lets an admin choose how often the email about the work comes. */
export function WorkEmailFrequencySection({
  workEmails,
  answer,
}: {
  workEmails: WorkEmailFrequency
  answer: YourAccountFormAnswer | undefined
}) {
  return (
    <AccountSection id="work-emails" title="Emails">
      <div className="account-form">
        <HtmlForm
          name="emails"
          fields={yourAccountFormFields.emails}
          initialValues={{ workEmails }}
          answer={answer}
          busyLabel="Saving…"
        >
          <HtmlFormFields />
          <button type="submit" className="button button-outline">
            Save
          </button>
        </HtmlForm>
      </div>
    </AccountSection>
  )
}
