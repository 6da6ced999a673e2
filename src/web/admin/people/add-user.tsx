import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type AdminUser, listAdminUsers } from '../../../contract/people/admin-users.ts'
import { user } from '../../../contract/people/user.ts'
import { formActions } from '../../forms/form-action.ts'
import { useRoot } from '../../root.tsx'
import { visitOf } from '../../visit.ts'
import { recordForm } from '../editor/pages/record-form.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { adminPaths, groups } from '../site-map.ts'
import { AdminUsers } from './admin-users.tsx'
import { ROW_FORM, rowForm } from './user-row.tsx'

export function loader({ context }: LoaderFunctionArgs): Promise<AdminUser[]> {
  return visitOf(context).call(listAdminUsers, {})
}

export const action = formActions({ [user.kind]: recordForm(user), [ROW_FORM]: rowForm })

const crumbs = [
  { name: 'Setting', to: adminPaths.settings },
  { name: groups.account.title, to: `${adminPaths.settings}#${groups.account.id}` },
  { name: user.title },
]

/** Admin users (spec section 2). The first one is made elsewhere: by whoever has the set-up code. */
export function Page() {
  const users = useLoaderData<AdminUser[]>()
  const { viewer } = useRoot()
  return (
    <AdminPage heading={user.title} crumbs={crumbs}>
      <AdminUsers users={users} ownEmail={viewer.kind === 'visitor' ? '' : viewer.email} />
    </AdminPage>
  )
}
