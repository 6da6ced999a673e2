import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { oneUser, USER_TITLE, type UserRecord, updateUserBody, userFields } from '../../../contract/people/user.ts'
import { formActions } from '../../forms/form-action.ts'
import { visitOf } from '../../visit.ts'
import { EditorForm } from '../editor/form/editor-form.tsx'
import { SaveBar } from '../editor/form/save-bar.tsx'
import { useEditorForm } from '../editor/form/use-editor-form.ts'
import { PostedNotice, useSaving } from '../forms/saving.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { adminPaths } from '../site-map.ts'
import { accountCrumbs } from './add-user.tsx'
import { USER_FORM, updateUserForm, userPlan, valuesOf } from './user-form.ts'

export function loader({ context, params }: LoaderFunctionArgs): Promise<UserRecord> {
  return visitOf(context).call(oneUser, { params: { id: params.id ?? '' } })
}

export const action = formActions({ [USER_FORM]: updateUserForm })

/** The editor of one admin user (spec section 2). */
export function Page() {
  const user = useLoaderData<UserRecord>()
  return (
    <AdminPage
      title={`Edit admin email: ${user.userEmail}`}
      heading={USER_TITLE}
      crumbs={[...accountCrumbs, { name: USER_TITLE, to: adminPaths.users }, { name: 'Edit' }]}
    >
      <EditForm key={user._id} user={user} />
    </AdminPage>
  )
}

function EditForm({ user }: { user: UserRecord }) {
  const saving = useSaving(USER_FORM)
  // The plan of the record as it was opened: a save doesn't change the form.
  const [plan] = useState(() => userPlan(userFields, valuesOf(user), updateUserBody))
  const editor = useEditorForm({ id: 'edit-user', plan, saving })
  const edited = plan.shown.filter(({ name }) => editor.edited.includes(name)).map(({ field }) => field.label)
  return (
    <>
      <div className="max-w-160 min-w-0 px-(--edge) py-6">
        <PostedNotice saving={saving} />
        <EditorForm plan={plan} editor={editor} saving={saving} showsEdits />
      </div>
      <SaveBar editor={editor} edited={edited} saveLabel="Save admin email" />
    </>
  )
}
