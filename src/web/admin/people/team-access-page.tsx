import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type AdminUser, listAdminUsersEndpoint } from '#contract/people/admin-users.ts'
import { addUserBodySchema } from '#contract/people/user-role-records.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { getPageRequestContext } from '../../page-request-context.ts'
import { useRootData } from '../../root-route.tsx'
import { adminPaths } from '../admin-paths.ts'
import { EditorForm } from '../editor/form/editor-form.tsx'
import { SaveStatusMessage } from '../editor/form/save-bar.tsx'
import { useEditorForm } from '../editor/form/use-editor-form.ts'
import { type FormSubmission, SubmissionError, useFormSubmission } from '../forms/form-submission.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { addUserForm, addUserFormFields, buildUserFormDefinition, USER_FORM_NAME } from './admin-user-forms.ts'
import { ADMIN_USER_ROW_FORM_NAME, AdminUserRow, adminUserRowForm } from './admin-user-row.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return getPageRequestContext(context).call(listAdminUsersEndpoint, {})
}

export const action = createNamedFormsAction({ [USER_FORM_NAME]: addUserForm, [ADMIN_USER_ROW_FORM_NAME]: adminUserRowForm })

export const ADMIN_USERS_PAGE_NAME = 'Team & access'

/** Lists the admin users (P-76). The set-up code makes the first one on another page (P-75). */
export function Page() {
  const users = useLoaderData<typeof loader>()
  const { viewer } = useRootData()
  return (
    <AdminPage
      background="white"
      heading={ADMIN_USERS_PAGE_NAME}
      note={
        <>
          Who can run the site.{' '}
          <Link to={adminPaths.auditLog} className="underline">
            Activity log
          </Link>{' '}
          ·{' '}
          <a href="/account" className="underline">
            Your account
          </a>
        </>
      }
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: ADMIN_USERS_PAGE_NAME }]}
    >
      <AdminUsersPanel users={users} ownEmail={viewer.kind === 'visitor' ? '' : viewer.email} />
    </AdminPage>
  )
}

type UsersProps = { users: readonly AdminUser[]; ownEmail: string }

const HEADING_ID = 'users-heading'

/** Lists the admin users, the own one first, each with Update. A folded form invites another (P-76). */
function AdminUsersPanel({ users, ownEmail }: UsersProps) {
  const addSubmission = useFormSubmission(USER_FORM_NAME)
  const rowSubmission = useFormSubmission(ADMIN_USER_ROW_FORM_NAME, users, () => document.getElementById(HEADING_ID))
  return (
    <>
      <section aria-labelledby={HEADING_ID} className="px-(--edge) py-8">
        <h2 id={HEADING_ID} tabIndex={-1} className="mb-3 text-heading font-semibold">
          Admin users
        </h2>
        <div className="form-in-panel max-w-200">
          <SubmissionError submission={rowSubmission} />
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
