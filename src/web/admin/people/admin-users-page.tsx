import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type AdminUser, listAdminUsersEndpoint } from '../../../contract/people/admin-users.ts'
import { USER_RECORD_LABEL } from '../../../contract/people/user-records.ts'
import { createFormActions } from '../../forms/form-action.ts'
import { useRootData } from '../../root-route.tsx'
import { getVisit } from '../../visit-context.ts'
import { adminPaths, settingsGroups } from '../navigation.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { addUserForm, USER_FORM } from './admin-user-forms.ts'
import { USER_ROW_FORM, userRowForm } from './admin-user-row.tsx'
import { AdminUsersPanel } from './admin-users-panel.tsx'

export function loader({ context }: LoaderFunctionArgs): Promise<AdminUser[]> {
  return getVisit(context).call(listAdminUsersEndpoint, {})
}

export const action = createFormActions({ [USER_FORM]: addUserForm, [USER_ROW_FORM]: userRowForm })

export const accountBreadcrumbs = [
  { name: 'Website content', to: adminPaths.settings },
  { name: settingsGroups.account.title, to: `${adminPaths.settings}#${settingsGroups.account.id}` },
]

/** Lists the admin users (P-76). The set-up code makes the first one on another page (P-75). */
export function Page() {
  const users = useLoaderData<AdminUser[]>()
  const { viewer } = useRootData()
  return (
    <AdminPage heading={USER_RECORD_LABEL} crumbs={[...accountBreadcrumbs, { name: USER_RECORD_LABEL }]}>
      <AdminUsersPanel users={users} ownEmail={viewer.kind === 'visitor' ? '' : viewer.email} />
    </AdminPage>
  )
}
