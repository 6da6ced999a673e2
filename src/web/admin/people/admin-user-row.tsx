import { generatePath, Link } from 'react-router'
import { PASSWORD_CONFIRMATION_FIELD, UserError } from '#contract/core/user-error.ts'
import { type AdminUser, removeUserRecordEndpoint, resendAdminInvitationEndpoint } from '#contract/people/admin-users.ts'
import { defineForm } from '../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../forms/form-field.tsx'
import { type FormSubmission, SubmissionForm } from '../forms/form-submission.tsx'
import { PasswordConfirmationField, submitPasswordConfirmation } from '../forms/password-confirmation-field.tsx'
import { Button, getButtonClass } from '../shell/button.tsx'
import { Chip } from '../shell/chip.tsx'
import { DateTime } from '../shell/date-time.tsx'

/** Names the form within its page. */
export const ADMIN_USER_ROW_FORM_NAME = 'user-row'
const USER_ID_FIELD = 'user'
const ACTION_FIELD = 'act'

export const adminUserRowForm = defineForm(
  { [USER_ID_FIELD]: hiddenFieldSpec, [ACTION_FIELD]: hiddenFieldSpec },
  async ({ call, values, postedValues }) => {
    const endpoint = { invite: resendAdminInvitationEndpoint, remove: removeUserRecordEndpoint }[values[ACTION_FIELD]]
    if (!endpoint) throw new UserError(400, 'Choose what to do with this admin.')
    await submitPasswordConfirmation(call, postedValues[PASSWORD_CONFIRMATION_FIELD])
    return call(endpoint, { params: { id: values[USER_ID_FIELD] } })
  },
)

/** Shows an admin user with the buttons to change, invite or remove the user. Removing takes two presses. */
export function AdminUserRow({ user, isOwn, submission }: { user: AdminUser; isOwn: boolean; submission: FormSubmission }) {
  const { _id: id, userEmail, _state: state, _since } = user
  const { answer: lastAnswer } = submission
  const needsConfirmation = lastAnswer?.error !== undefined && lastAnswer.values[USER_ID_FIELD] === id
  // Enter in the password field presses the form's first button. While a removal waits, Remove must be the only one.
  const isConfirmingRemoval = needsConfirmation && lastAnswer.values[ACTION_FIELD] === 'remove'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-rule-light py-3">
      <div className="min-w-0 grow basis-60 pt-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{userEmail}</span>
          {state === 'active' && <Chip tone="success">Admin</Chip>}
          {state === 'pending' && <Chip tone="warning">Pending</Chip>}
          {state === 'withoutRights' && <Chip tone="neutral">No admin access</Chip>}
          {isOwn && <Chip tone="neutral">You</Chip>}
        </p>
        {state === 'pending' && (
          <p className="text-help text-muted">
            Invited <DateTime at={_since} />. They become an admin once they register and confirm this email.
          </p>
        )}
      </div>
      <SubmissionForm submission={submission} className="flex flex-wrap items-start gap-3">
        <input type="hidden" name={USER_ID_FIELD} value={id} />
        {needsConfirmation && (
          <div className="basis-full">
            <PasswordConfirmationField
              form={ADMIN_USER_ROW_FORM_NAME}
              submission={submission}
              error={lastAnswer.fields[PASSWORD_CONFIRMATION_FIELD]}
            />
          </div>
        )}
        {state === 'pending' && !isConfirmingRemoval && (
          <Button type="submit" name={ACTION_FIELD} value="invite" look="outline" aria-disabled={submission.isBusy}>
            Invite again<span className="sr-only">: {userEmail}</span>
          </Button>
        )}
        <Link to={generatePath('/admin-user/:id', { id })} className={getButtonClass(isOwn ? 'filled' : 'outline')}>
          Update<span className="sr-only"> {userEmail}</span>
        </Link>
        {!isOwn && (
          <details className="disclosure" open={isConfirmingRemoval}>
            <summary className={getButtonClass('outline')}>
              Remove<span className="sr-only"> {userEmail}</span>
            </summary>
            <div className="mt-3 grid max-w-80 gap-3">
              <p className="text-help text-muted">
                {state === 'pending'
                  ? 'Their invite will stop working. We’ll email them.'
                  : 'They lose admin access and are logged out everywhere. Their account and orders stay. We’ll email them and the other admins.'}
              </p>
              <Button type="submit" name={ACTION_FIELD} value="remove" look="outline" aria-disabled={submission.isBusy}>
                Yes, remove<span className="sr-only"> {userEmail}</span>
              </Button>
            </div>
          </details>
        )}
      </SubmissionForm>
    </li>
  )
}
