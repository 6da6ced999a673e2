import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ContentKind, RecordPage } from '../../../../contract/grammar/content-kind.ts'
import type { Autosaved } from '../../autosave/read-autosave.ts'
import { PostedNotice, useSaving } from '../../forms/saving.tsx'
import { isDraftShown } from '../../site-map.ts'
import { DraftButton, DraftedNote, SAVE_AS_DRAFT } from '../drafts/as-draft.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { useEditorForm } from '../form/use-editor-form.ts'
import { WithPreview } from '../preview/with-preview.tsx'
import type { ContentRecord } from '../records/content-record.ts'
import { lower } from '../records/content-record.ts'
import { WhereShown } from '../records/where-shown.tsx'
import { PreviewPanel, panelsOf } from './editor-panels.tsx'
import { updatePlan } from './record-form.ts'

type Props = {
  contentKind: ContentKind
  page: RecordPage
  record: ContentRecord
  others: readonly ContentRecord[]
  panelData: unknown
  /** What was typed here earlier and not saved. */
  autosaved?: Autosaved
}

/** Changes one record, beside the page that shows it. */
export function EditForm({ contentKind, page, record, others, panelData, autosaved }: Props) {
  const { search } = useLocation()
  const isOfDraft = isDraftShown(new URLSearchParams(search))
  const saving = useSaving(contentKind.kind)
  // The plan of the record as it was opened: a save must not make a field come or go under the cursor.
  const [plan] = useState(() => updatePlan(contentKind, page, record, others))
  const editor = useEditorForm({
    id: `edit-${contentKind.kind}`,
    plan,
    saving,
    autosave: { kind: contentKind.kind, id: record.id, autosaved },
  })
  const panels = panelsOf(contentKind)
  const edited = plan.shown.filter(({ name }) => editor.edited.includes(name)).map(({ field }) => field.label)
  return (
    <>
      <WithPreview
        {...{ contentKind, record, editor, others }}
        withDraft={isOfDraft}
        panel={panels && <PreviewPanel panels={panels} data={panelData} editor={editor} saved={record.values} />}
      >
        <div className="max-w-160 min-w-0 px-(--edge) py-6">
          <DraftedNote contentKind={contentKind} id={record.id} isOfDraft={isOfDraft} />
          <PostedNotice saving={saving} />
          <EditorForm plan={plan} editor={editor} saving={saving} showsEdits />
          <WhereShown contentKind={contentKind} />
        </div>
      </WithPreview>
      <SaveBar editor={editor} edited={edited} saveLabel={isOfDraft ? SAVE_AS_DRAFT : `Save ${lower(contentKind.title)}`}>
        {!isOfDraft && <DraftButton contentKind={contentKind} editor={editor} onBar />}
      </SaveBar>
    </>
  )
}
