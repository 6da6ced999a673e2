import { Link, useLocation } from 'react-router'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { Button } from '../../shell/button.tsx'
import { useFrameData } from '../../shell/frame-data.ts'
import { adminPaths, withDraft } from '../../site-map.ts'
import type { Editor } from '../form/use-editor-form.ts'

/** The name of the button that saves a form into the draft. Its value is `1`. */
export const AS_DRAFT = '_as_draft'

export const SAVE_AS_DRAFT = 'Save as draft'

type ButtonProps = {
  contentKind: ContentKind
  editor: Editor /** Stands on the save bar, outside of its form. */
  onBar?: boolean
}

/** Saves for later; after the button that saves at once, which is the one that Enter presses. */
export function DraftButton({ contentKind, editor: { id, isBusy, isDirty, problem }, onBar = false }: ButtonProps) {
  // Such a kind asks for the password at each save, and nobody is there to give it at a publication.
  if (contentKind.recent) return null
  const isNight = onBar && (isDirty || isBusy || problem !== undefined)
  return (
    <Button type="submit" form={id} name={AS_DRAFT} value="1" look={isNight ? 'night' : 'outline'} aria-disabled={isBusy}>
      {SAVE_AS_DRAFT}
    </Button>
  )
}

type NoteProps = { contentKind: ContentKind; id: string /** The form shows the record as it will be. */; isOfDraft: boolean }

/** Above the form of a record of which the draft says something else than what is live. */
export function DraftedNote({ contentKind: { kind }, id, isOfDraft }: NoteProps) {
  const { pathname } = useLocation()
  const drafted = useFrameData().drafted?.some((one) => one.kind === kind && one.record === id)
  if (!drafted && !isOfDraft) return null
  return (
    <p className="mb-6 rounded-field bg-info-tint px-4 py-2 text-info">
      {isOfDraft
        ? 'The form shows this record as it will be once the draft is published. '
        : 'This record has changes in the draft. The form shows what is live. '}
      <Link
        to={isOfDraft ? adminPaths.draft : withDraft(pathname)}
        className="inline-block py-1 font-semibold text-info underline"
      >
        {isOfDraft ? 'Look at the whole draft' : 'Go on with the draft'}
      </Link>
    </p>
  )
}

/** Leads from a list to the same list as it will be, where hiding and deleting wait for the publication. */
export function DraftedListLink({ contentKind }: { contentKind: ContentKind }) {
  if (contentKind.recent) return null
  return (
    <Link to={withDraft(contentKind.editor.home)} className="mt-2 inline-block py-2 underline">
      Hide, delete or add in the draft
    </Link>
  )
}

/** Above a list that is shown as it will be. */
export function DraftedListNote() {
  const { pathname } = useLocation()
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 rounded-field bg-info-tint px-4 py-2 text-info">
      <span className="py-1">
        The list as it will be once the draft is published. Visitors see nothing of what you change here before that.
      </span>
      <Link to={adminPaths.draft} className="inline-block py-1 font-semibold text-info underline">
        Look at the whole draft
      </Link>
      <Link to={pathname} className="inline-block py-1 font-semibold text-info underline">
        Back to what is live
      </Link>
    </p>
  )
}
