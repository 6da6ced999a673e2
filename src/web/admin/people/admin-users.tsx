import type { AdminUser } from '../../../contract/people/admin-users.ts'
import { user } from '../../../contract/people/user.ts'
import { AddForm } from '../editor/pages/add-form.tsx'
import { PostedNotice, SavingAnswer, useKeptFocus, useSaving } from '../forms/saving.tsx'
import { ROW_FORM, UserRow } from './user-row.tsx'

type Props = { users: readonly AdminUser[]; ownEmail: string }

const HEADING = 'users-heading'

/** Who runs the site. The specification's page offers Update alone once there is one; a site needs a way to add the next. */
export function AdminUsers({ users, ownEmail }: Props) {
  const adding = useSaving(user.kind)
  const changing = useSaving(ROW_FORM)
  useKeptFocus(changing, users, () => document.getElementById(HEADING))
  return (
    <>
      <section aria-labelledby={HEADING} className="px-(--edge) py-8">
        <h2 id={HEADING} tabIndex={-1} className="mb-3 text-heading font-semibold">
          Admin users
        </h2>
        <div className="form-in-panel max-w-200">
          <SavingAnswer saving={changing} />
        </div>
        <ul className="max-w-200 border-t-[1.5px] border-ink">
          {users.map((one) => (
            <UserRow key={one._id} user={one} isOwn={one.userEmail === ownEmail.toLowerCase()} saving={changing} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="add-heading" className="border-t border-rule px-(--edge) py-8">
        <h2 id="add-heading" className="mb-4 text-heading font-semibold">
          Add another admin
        </h2>
        <PostedNotice saving={adding} />
        <AddForm contentKind={user} saving={adding} submit="Add admin" />
      </section>
    </>
  )
}
