import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument, useLoaderData } from 'react-router'
import { createFirstAdmin, setUpState } from '../../contract/accounts.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { Section } from '../../contract/section.ts'
import { user } from '../../contract/sections/user.ts'
import { readAll } from '../content.ts'
import { useRoot } from '../root.tsx'
import { visitOf } from '../visit.ts'
import { saveRecord } from './content/save-record.ts'
import { type ContentRecord, recordOf } from './content/values.ts'
import { type Failed, FORM_NAME } from './forms/outcome.ts'
import { AdminPage } from './parts/admin-page.tsx'
import { AdminsOnly } from './parts/admins-only.tsx'
import { SET_UP, SetUpForm } from './set-up/set-up-form.tsx'
import { groups } from './setting/groups.ts'
import { AdminUsers } from './users/admin-users.tsx'

type Loaded = { needsAdmin: boolean; code: string; users: ContentRecord[] }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call, viewer } = visitOf(context)
  const { needsAdmin } = await call(setUpState, {})
  const users = viewer.kind === 'admin' ? (await readAll<Section>(call, user)).map((one) => recordOf(user, one)) : []
  return { needsAdmin, code: new URL(request.url).searchParams.get('code') ?? '', users }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { call } = visitOf(context)
  const form = await request.formData()
  if (form.get(FORM_NAME) === user.kind) return saveRecord(call, user, form)
  const [code = '', email = '', password = ''] = ['code', 'email', 'password'].map((name) => String(form.get(name) ?? ''))
  try {
    await call(createFirstAdmin, { body: { code, email, password } })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The password stays out of the answer: without script it would stand in the page's HTML.
    const failed: Failed = { form: SET_UP, error: error.message, fields: error.fields ?? {}, values: { code, email } }
    return data(failed, { status: error.status || 503 })
  }
  // A full load: from here on the visitor is the admin.
  return redirectDocument('/setting', 303)
}

const way = [
  { name: 'Setting', to: '/setting' },
  { name: groups.account.title, to: `/setting#${groups.account.id}` },
]

/** Admin users (spec section 2): the first one by the set-up code, afterwards by an admin. */
export function Page() {
  const { needsAdmin, code, users } = useLoaderData<Loaded>()
  const { viewer } = useRoot()
  const isAdmin = viewer.kind === 'admin'
  if (needsAdmin) {
    return (
      <AdminPage heading="Make the first admin" crumbs={[{ name: 'Set-up' }]}>
        <div className="px-(--edge) py-8">
          <p className="mb-6 max-w-160 text-muted">
            This site has no admin yet. The first one is made once, with the link that the server gave when it started.
          </p>
          <SetUpForm code={code} />
        </div>
      </AdminPage>
    )
  }
  return (
    <AdminPage heading={user.title} crumbs={isAdmin ? [...way, { name: user.title }] : [{ name: user.title }]}>
      {viewer.kind === 'admin' ? (
        <AdminUsers users={users} ownEmail={viewer.email} />
      ) : (
        <AdminsOnly>Only an admin may add or change admin users.</AdminsOnly>
      )}
    </AdminPage>
  )
}
