import { Link, useLocation } from 'react-router'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { addDraftParam, adminPaths } from '../../admin-paths.ts'
import { useAdminLayoutData } from '../../shell/admin-layout-data.ts'
import { Button } from '../../shell/button.tsx'
import type { EditorFormController } from '../form/use-editor-form.ts'

/** The name of the button that stages the form's changes. Its value is `1`. */
export const SAVE_AS_DRAFT_FIELD = '_as_draft'

export const SAVE_AS_DRAFT_LABEL = 'Save as draft'

type ButtonProps = {
  contentKind: ContentKind
  editor: EditorFormController
  isOnSaveBar?: boolean
}

/** Stages the form's changes. Place it after the Save button, because Enter presses a form's first button. */
export function SaveAsDraftButton({ contentKind, editor: { id, isBusy, isDirty, problem }, isOnSaveBar = false }: ButtonProps) {
  // This kind asks for the password at each save, and no admin can enter it when a release is published.
  if (contentKind.recent) return null
  const isOnDark = isOnSaveBar && (isDirty || isBusy || problem !== undefined)
  return (
    <Button
      type="submit"
      form={id}
      name={SAVE_AS_DRAFT_FIELD}
      value="1"
      look={isOnDark ? 'night' : 'outline'}
      aria-disabled={isBusy}
    >
      {SAVE_AS_DRAFT_LABEL}
    </Button>
  )
}

/** Returns whether a record of the kind has a draft. Links to its editor then lead to the draft (P-372). */
export function useHasStagedChange(kind: string): (id: string) => boolean {
  const { stagedRecords = [] } = useAdminLayoutData()
  return (id) => stagedRecords.some((staged) => staged.kind === kind && staged.record === id)
}

type NoticeProps = { contentKind: ContentKind; id: string; isDraftMode: boolean }

/** Says whether a record's form shows the live values or a staged change. Shows nothing for a record without one. */
export function DraftModeRecordNotice({ contentKind: { kind }, id, isDraftMode }: NoticeProps) {
  const { pathname } = useLocation()
  const hasStagedChange = useHasStagedChange(kind)(id)
  if (!hasStagedChange && !isDraftMode) return null
  return (
    <p className="mb-6 rounded-field bg-info-tint px-4 py-2 text-info">
      {isDraftMode ? 'You’re editing the draft. ' : 'This has draft changes. You’re editing the live version. '}
      <Link
        to={isDraftMode ? adminPaths.release : addDraftParam(pathname)}
        className="inline-block py-1 font-semibold text-info underline"
      >
        {isDraftMode ? 'See all drafts' : 'Edit the draft'}
      </Link>
      {isDraftMode && (
        <Link to={pathname} className="ml-4 inline-block py-1 font-semibold text-info underline">
          Edit the live version
        </Link>
      )}
    </p>
  )
}

/** Links from a list to its draft mode, which stages hiding and deleting. */
export function EditListInDraftLink({ contentKind }: { contentKind: ContentKind }) {
  if (contentKind.recent) return null
  return (
    <Link to={addDraftParam(contentKind.editor.home)} className="mt-2 inline-block py-2 underline">
      Change this list in draft
    </Link>
  )
}

export function ListIsInDraftNotice() {
  const { pathname } = useLocation()
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 rounded-field bg-info-tint px-4 py-2 text-info">
      <span className="py-1">You’re changing this list in draft. Visitors see it after you publish.</span>
      <Link to={adminPaths.release} className="inline-block py-1 font-semibold text-info underline">
        See all drafts
      </Link>
      <Link to={pathname} className="inline-block py-1 font-semibold text-info underline">
        Back to the live list
      </Link>
    </p>
  )
}
