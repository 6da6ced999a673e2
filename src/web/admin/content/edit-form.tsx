import { useState } from 'react'
import { useLocation } from 'react-router'
import type { RecordPage, Section } from '../../../contract/section.ts'
import { DraftButton, DraftedNote, SAVE_AS_DRAFT } from '../drafts/as-draft.tsx'
import { EditorForm } from '../forms/editor-form.tsx'
import type { OwnDraft } from '../forms/own-draft.ts'
import { SaveBar } from '../forms/save-bar.tsx'
import { PostedNotice, useSaving } from '../forms/saving.tsx'
import { useEditorForm } from '../forms/use-editor-form.ts'
import { WithPreview } from '../preview/with-preview.tsx'
import { isDraftShown } from '../site-map.ts'
import type { ContentRecord } from './content-record.ts'
import { isContent, lower } from './content-record.ts'
import { PreviewPanel, panelsOf } from './editor-panels.tsx'
import { updatePlan } from './record-form.ts'
import { WhereShown } from './where-shown.tsx'

type Props = {
  section: Section
  page: RecordPage
  record: ContentRecord
  others: readonly ContentRecord[]
  panelData: unknown
  /** What was typed here earlier and not saved. */
  ownDraft?: OwnDraft
}

/** Changes one record, beside the page that shows it. */
export function EditForm({ section, page, record, others, panelData, ownDraft }: Props) {
  const { search } = useLocation()
  const isOfDraft = isDraftShown(new URLSearchParams(search))
  const saving = useSaving(section.kind)
  // The plan of the record as it was opened: a save must not make a field come or go under the cursor.
  const [plan] = useState(() => updatePlan(section, page, record, others))
  const editor = useEditorForm({
    id: `edit-${section.kind}`,
    plan,
    saving,
    ...(isContent(section) && { draft: { kind: section.kind, id: record.id, kept: ownDraft } }),
  })
  const panels = panelsOf(section)
  const edited = plan.shown.filter(({ name }) => editor.edited.includes(name)).map(({ field }) => field.label)
  return (
    <>
      <WithPreview
        {...{ section, record, editor, others }}
        withDraft={isOfDraft}
        panel={panels && <PreviewPanel panels={panels} data={panelData} editor={editor} saved={record.values} />}
      >
        <div className="max-w-160 min-w-0 px-(--edge) py-6">
          <DraftedNote section={section} id={record.id} isOfDraft={isOfDraft} />
          <PostedNotice saving={saving} />
          <EditorForm plan={plan} editor={editor} saving={saving} showsEdits />
          <WhereShown section={section} />
        </div>
      </WithPreview>
      <SaveBar editor={editor} edited={edited} saveLabel={isOfDraft ? SAVE_AS_DRAFT : `Save ${lower(section.title)}`}>
        {!isOfDraft && <DraftButton section={section} editor={editor} onBar />}
      </SaveBar>
    </>
  )
}
