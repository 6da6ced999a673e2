import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listAdminUsersEndpoint } from '../../../contract/people/list-reinvite-and-remove-admins.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { getPageRequestContext } from '../../page-request-context.ts'
import { useRootData } from '../../root-route-and-root-data.tsx'
import { adminPaths } from '../admin-paths.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { ADMIN_USER_ROW_FORM_NAME, adminUserRowForm } from './admin-user-row.tsx'
import { AdminUsersPanel } from './admin-users-panel.tsx'
import { addUserForm, USER_FORM_NAME } from './invite-and-update-admin-forms.ts'

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
