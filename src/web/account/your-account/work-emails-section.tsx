import type { WorkEmails } from '../../../contract/people/work-emails.ts'
import { FormFields, HtmlForm } from '../../forms/html-form.tsx'
import { type AccountAnswer, accountFormFields } from './account-forms.ts'
import { AccountSection } from './account-section.tsx'

type Props = { workEmails: WorkEmails; answer: AccountAnswer | undefined }

/** Lets an admin choose how often the email about the work comes. */
export function WorkEmailsSection({ workEmails, answer }: Props) {
  return (
    <AccountSection id="work-emails" title="Emails">
      <div className="account-form">
        <HtmlForm
          name="emails"
          fields={accountFormFields.emails}
          initialValues={{ workEmails }}
          answer={answer}
          busyLabel="Saving…"
        >
          <FormFields />
          <button type="submit" className="button button-outline">
            Save
          </button>
        </HtmlForm>
      </div>
    </AccountSection>
  )
}
