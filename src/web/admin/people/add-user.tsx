import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type AdminUser, listAdminUsers } from '../../../contract/people/admin-users.ts'
import { USER_TITLE } from '../../../contract/people/user.ts'
import { formActions } from '../../forms/form-action.ts'
import { useRoot } from '../../root.tsx'
import { visitOf } from '../../visit.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { adminPaths, groups } from '../site-map.ts'
import { AdminUsers } from './admin-users.tsx'
import { addUserForm, USER_FORM } from './user-form.ts'
import { ROW_FORM, rowForm } from './user-row.tsx'

export function loader({ context }: LoaderFunctionArgs): Promise<AdminUser[]> {
  return visitOf(context).call(listAdminUsers, {})
}

export const action = formActions({ [USER_FORM]: addUserForm, [ROW_FORM]: rowForm })

export const accountCrumbs = [
  { name: 'Setting', to: adminPaths.settings },
  { name: groups.account.title, to: `${adminPaths.settings}#${groups.account.id}` },
]

/** Admin users (spec section 2). The first one is made elsewhere: by whoever has the set-up code. */
export function Page() {
  const users = useLoaderData<AdminUser[]>()
  const { viewer } = useRoot()
  return (
    <AdminPage heading={USER_TITLE} crumbs={[...accountCrumbs, { name: USER_TITLE }]}>
      <AdminUsers users={users} ownEmail={viewer.kind === 'visitor' ? '' : viewer.email} />
    </AdminPage>
  )
}
