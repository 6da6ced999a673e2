import { generatePath, Link } from 'react-router'
import { CONFIRMATION, Refusal } from '../../../contract/grammar/refusal.ts'
import { type AdminUser, inviteAdmin, removeUser } from '../../../contract/people/admin-users.ts'
import { hiddenField } from '../../forms/field.tsx'
import { pageForm } from '../../forms/form-action.ts'
import { Confirmation, confirm } from '../forms/confirmation.tsx'
import { lastAnswer, type Saving, SavingForm } from '../forms/saving.tsx'
import { Button, buttonClass } from '../shell/button.tsx'
import { Chip } from '../shell/chip.tsx'
import { Moment } from '../shell/live.tsx'

/** Which of the page's forms it is, and its fields: whom it is about, and what is to be done. */
export const ROW_FORM = 'user-row'
const USER = 'user'
const ACT = 'act'

export const rowForm = pageForm({ [USER]: hiddenField, [ACT]: hiddenField }, async ({ call, values, posted }) => {
  const endpoint = { invite: inviteAdmin, remove: removeUser }[values[ACT]]
  if (!endpoint) throw new Refusal(400, 'The form does not say what is to be done with the user.')
  await confirm(call, posted[CONFIRMATION])
  return { notice: (await call(endpoint, { params: { id: values[USER] } })).message, values: {} }
})

/** One user with what they may do, and the ways to change that; removing takes a second press. */
export function UserRow({ user, isOwn, saving }: { user: AdminUser; isOwn: boolean; saving: Saving }) {
  const { _id: id, userEmail, _state: state, _since } = user
  const last = lastAnswer(saving)
  const isAsked = last?.error !== undefined && last.values[USER] === id
  // Enter in the field for the password presses the first button: while it asks for one act, that is the only one.
  const isRemoving = isAsked && last.values[ACT] === 'remove'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-rule-light py-3">
      <div className="min-w-0 grow basis-60 pt-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{userEmail}</span>
          {state === 'active' && <Chip tone="success">Admin</Chip>}
          {state === 'pending' && <Chip tone="warning">Pending</Chip>}
          {state === 'withoutRights' && <Chip tone="neutral">No admin rights</Chip>}
          {isOwn && <Chip tone="neutral">You</Chip>}
        </p>
        {state === 'pending' && (
          <p className="text-help text-muted">
            Invited <Moment at={_since} />. Becomes an admin once they have registered and confirmed this address.
          </p>
        )}
      </div>
      <SavingForm saving={saving} className="flex flex-wrap items-start gap-3">
        <input type="hidden" name={USER} value={id} />
        {isAsked && (
          <div className="basis-full">
            <Confirmation form={ROW_FORM} saving={saving} error={last.fields[CONFIRMATION]} />
          </div>
        )}
        {state === 'pending' && !isRemoving && (
          <Button type="submit" name={ACT} value="invite" look="outline" aria-disabled={saving.isBusy}>
            Invite again<span className="sr-only">: {userEmail}</span>
          </Button>
        )}
        <Link to={generatePath('/admin-user/:id', { id })} className={buttonClass('outline')}>
          Update<span className="sr-only"> {userEmail}</span>
        </Link>
        {!isOwn && (
          <details className="disclosure" open={isRemoving}>
            <summary className={buttonClass('outline')}>
              Remove<span className="sr-only"> {userEmail}</span>
            </summary>
            <div className="mt-3 grid max-w-80 gap-3">
              <p className="text-help text-muted">
                {state === 'pending'
                  ? 'The invitation no longer counts. They are told by mail.'
                  : 'They lose their rights at once and are logged out everywhere. Their account and orders stay. They and the other admins are told by mail.'}
              </p>
              <Button type="submit" name={ACT} value="remove" look="outline" aria-disabled={saving.isBusy}>
                Yes, remove<span className="sr-only"> {userEmail}</span>
              </Button>
            </div>
          </details>
        )}
      </SavingForm>
    </li>
  )
}
