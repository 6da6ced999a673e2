import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Section } from '../../contract/section.ts'
import { user } from '../../contract/sections/user.ts'
import { readAll } from '../content.ts'
import { formActions } from '../forms/form-action.ts'
import { useRoot } from '../root.tsx'
import { visitOf } from '../visit.ts'
import { type ContentRecord, recordOf } from './content/content-record.ts'
import { recordForm } from './content/record-form.ts'
import { AdminPage } from './parts/admin-page.tsx'
import { groups } from './setting/groups.ts'
import { AdminUsers } from './users/admin-users.tsx'

export async function loader({ context }: LoaderFunctionArgs): Promise<ContentRecord[]> {
  return (await readAll<Section>(visitOf(context).call, user)).map((one) => recordOf(user, one))
}

export const action = formActions({ [user.kind]: recordForm(user) })

const crumbs = [
  { name: 'Setting', to: '/setting' },
  { name: groups.account.title, to: `/setting#${groups.account.id}` },
  { name: user.title },
]

/** Admin users (spec section 2). The first one is made elsewhere: by whoever has the set-up code. */
export function Page() {
  const users = useLoaderData<ContentRecord[]>()
  const { viewer } = useRoot()
  return (
    <AdminPage heading={user.title} crumbs={crumbs}>
      <AdminUsers users={users} ownEmail={viewer.kind === 'visitor' ? '' : viewer.email} />
    </AdminPage>
  )
}
