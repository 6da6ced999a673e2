import type { AdminUser } from '../../../contract/people/list-reinvite-and-remove-admins.ts'
import { addUserBodySchema } from '../../../contract/people/user-role-records.ts'
import { EditorForm } from '../editor/form/editor-form.tsx'
import { SaveStatusMessage } from '../editor/form/save-bar.tsx'
import { useEditorForm } from '../editor/form/use-editor-form.ts'
import {
  type FormSubmission,
  NoScriptSuccessNotice,
  SubmissionResultMessage,
  useFormSubmission,
} from '../forms/form-submission.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { ADMIN_USER_ROW_FORM_NAME, AdminUserRow } from './admin-user-row.tsx'
import { addUserFormFields, buildUserFormDefinition, USER_FORM_NAME } from './invite-and-update-admin-forms.ts'

type Props = { users: readonly AdminUser[]; ownEmail: string }

const HEADING_ID = 'users-heading'

/** Lists the admin users, the own one first, each with Update. A folded form invites another (P-76). */
export function AdminUsersPanel({ users, ownEmail }: Props) {
  const addSubmission = useFormSubmission(USER_FORM_NAME)
  const rowSubmission = useFormSubmission(ADMIN_USER_ROW_FORM_NAME, users, () => document.getElementById(HEADING_ID))
  return (
    <>
      <section aria-labelledby={HEADING_ID} className="px-(--edge) py-8">
        <h2 id={HEADING_ID} tabIndex={-1} className="mb-3 text-heading font-semibold">
          Admin users
        </h2>
        <div className="form-in-panel max-w-200">
          <SubmissionResultMessage submission={rowSubmission} />
        </div>
        <ul className="max-w-200 border-t-[1.5px] border-ink">
          {sortOwnFirst(users, ownEmail).map((user) => (
            <AdminUserRow key={user._id} user={user} isOwn={isOwn(user, ownEmail)} submission={rowSubmission} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="add-heading" className="border-t border-rule px-(--edge) py-8">
        <h2 id="add-heading" className="mb-1 text-heading font-semibold">
          Another admin
        </h2>
        <p className="mb-4 max-w-160 text-muted">
          They can do everything you can. We email them, and they become an admin once they confirm the address.
        </p>
        <NoScriptSuccessNotice submission={addSubmission} />
        <details className="disclosure" open={addSubmission.answer?.error !== undefined}>
          <summary className={getButtonClass('outline')}>Invite another admin</summary>
          <div className="mt-4">
            <AddAdminForm submission={addSubmission} />
          </div>
        </details>
      </section>
    </>
  )
}

function sortOwnFirst(users: readonly AdminUser[], ownEmail: string): AdminUser[] {
  return users.toSorted((a, b) => Number(isOwn(b, ownEmail)) - Number(isOwn(a, ownEmail)))
}

function isOwn({ userEmail }: AdminUser, ownEmail: string): boolean {
  return userEmail === ownEmail.toLowerCase()
}

const formDefinition = buildUserFormDefinition(addUserFormFields, { userEmail: '' }, addUserBodySchema)

function AddAdminForm({ submission }: { submission: FormSubmission }) {
  const editor = useEditorForm({ id: 'add-user', definition: formDefinition, submission, isAdding: true })
  return (
    <div className="max-w-160">
      <EditorForm definition={formDefinition} editor={editor} submission={submission}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton isBusy={editor.isBusy} label="Send invitation" />
          <SaveStatusMessage editor={editor} />
        </div>
      </EditorForm>
    </div>
  )
}
