import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  editableUserFields,
  getUserRecordEndpoint,
  USER_RECORD_LABEL,
  type UserRecord,
  updateUserBodySchema,
} from '#contract/people/user-role-records.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { getPageRequestContext } from '../../page-request-context.ts'
import { adminPaths } from '../admin-paths.ts'
import { EditorForm } from '../editor/form/editor-form.tsx'
import { SaveBar } from '../editor/form/save-bar.tsx'
import { useEditorForm } from '../editor/form/use-editor-form.ts'
import { useFormSubmission } from '../forms/form-submission.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { buildUserFormDefinition, toUserFormValues, USER_FORM_NAME, updateUserForm } from './admin-user-forms.ts'
import { ADMIN_USERS_PAGE_NAME } from './team-access-page.tsx'

export function loader({ context, params }: LoaderFunctionArgs) {
  return getPageRequestContext(context).call(getUserRecordEndpoint, { params: { id: params.id ?? '' } })
}

export const action = createNamedFormsAction({ [USER_FORM_NAME]: updateUserForm })

/** Edits one admin user (P-71). */
export function Page() {
  const user = useLoaderData<typeof loader>()
  return (
    <AdminPage
      background="white"
      title={`Edit admin email: ${user.userEmail}`}
      heading={USER_RECORD_LABEL}
      crumbs={[{ name: ADMIN_USERS_PAGE_NAME, to: adminPaths.users }, { name: 'Edit' }]}
    >
      <EditAdminUserForm key={user._id} user={user} />
    </AdminPage>
  )
}

function EditAdminUserForm({ user }: { user: UserRecord }) {
  const submission = useFormSubmission(USER_FORM_NAME)
  // The definition keeps the values from when the form opened, so a save doesn't change the form.
  const [formDefinition] = useState(() =>
    buildUserFormDefinition(editableUserFields, toUserFormValues(user), updateUserBodySchema),
  )
  const editor = useEditorForm({ id: 'edit-user', definition: formDefinition, submission })
  return (
    <>
      <div className="max-w-160 min-w-0 px-(--edge) py-6">
        <EditorForm definition={formDefinition} editor={editor} submission={submission} marksChanges />
      </div>
      <SaveBar editor={editor} definition={formDefinition} saveLabel="Save admin email" />
    </>
  )
}
