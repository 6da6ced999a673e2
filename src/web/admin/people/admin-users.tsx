import type { AdminUser } from '../../../contract/people/admin-users.ts'
import { addUserBody } from '../../../contract/people/user.ts'
import { EditorForm } from '../editor/form/editor-form.tsx'
import { SaveMessage } from '../editor/form/save-bar.tsx'
import { useEditorForm } from '../editor/form/use-editor-form.ts'
import { PostedNotice, type Saving, SavingAnswer, useKeptFocus, useSaving } from '../forms/saving.tsx'
import { Button } from '../shell/button.tsx'
import { addedFields, USER_FORM, userPlan } from './user-form.ts'
import { ROW_FORM, UserRow } from './user-row.tsx'

type Props = { users: readonly AdminUser[]; ownEmail: string }

const HEADING = 'users-heading'

/** Who runs the site. The specification's page offers Update alone once there is one; a site needs a way to add the next. */
export function AdminUsers({ users, ownEmail }: Props) {
  const adding = useSaving(USER_FORM)
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
        <AddForm saving={adding} />
      </section>
    </>
  )
}

const plan = userPlan(addedFields, { userEmail: '' }, addUserBody)

function AddForm({ saving }: { saving: Saving }) {
  const editor = useEditorForm({ id: 'add-user', plan, saving, isAdding: true })
  return (
    <div className="max-w-160">
      <EditorForm plan={plan} editor={editor} saving={saving}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" aria-disabled={editor.isBusy}>
            {editor.isBusy ? 'Saving…' : 'Add admin'}
          </Button>
          <SaveMessage editor={editor} />
        </div>
      </EditorForm>
    </div>
  )
}
