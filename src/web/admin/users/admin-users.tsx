import { user } from '../../../contract/sections/user.ts'
import { AddForm } from '../content/add-form.tsx'
import type { ContentRecord } from '../content/content-record.ts'
import { useSaving } from '../forms/saving.tsx'
import { UserRow } from './user-row.tsx'

type Props = { users: readonly ContentRecord[]; ownEmail: string }

/** Who runs the site. The specification's page offers Update alone once there is one; a site needs a way to add the next. */
export function AdminUsers({ users, ownEmail }: Props) {
  const saving = useSaving(user.kind)
  return (
    <>
      <section aria-labelledby="users-heading" className="px-(--edge) py-8">
        <h2 id="users-heading" className="mb-3 text-heading font-semibold">
          Admin users
        </h2>
        <ul className="max-w-160 border-t-[1.5px] border-ink">
          {users.map((one) => (
            <UserRow key={one.id} record={one} isOwn={one.values.userEmail === ownEmail.toLowerCase()} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="add-heading" className="border-t border-rule px-(--edge) py-8">
        <h2 id="add-heading" className="mb-4 text-heading font-semibold">
          Add another admin
        </h2>
        <AddForm section={user} saving={saving} submit="Add admin" />
      </section>
    </>
  )
}
