import { useState } from 'react'
import { useLocation } from 'react-router'
import { type ContentKind, lowercaseTitle, type RecordEditorPage } from '#contract/core/content-kind.ts'
import { hasDraftParam } from '../../admin-paths.ts'
import type { AutosaveSnapshot } from '../../autosave/load-server-autosaves.ts'
import { useFormSubmission } from '../../forms/form-submission.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { useEditorForm } from '../form/use-editor-form.ts'
import { FormWithPreview } from '../preview/form-with-preview.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { PublicPageLinks } from '../records/public-page-links.tsx'
import { DraftModeRecordNotice, SAVE_AS_DRAFT_LABEL, SaveAsDraftButton } from '../release/draft-controls.tsx'
import { KindSpecificPreview } from './custom-editor-panels.tsx'
import { KeepSamplesNotice } from './keep-sample-content.tsx'
import { buildUpdateRecordFormDefinition } from './record-form-definitions.ts'

const WHOLE_RECORD_TEXT = 'This is sample content. Replace it, or keep it if it’s true for you.'
const MARKED_FIELDS_TEXT = 'The marked fields are sample content. Replace them, or keep what’s true for you.'
const OWNER_ONLY_TEXT = 'This is sample content that can’t stay. Write your own, or hide or delete it in its list.'

type Props = {
  contentKind: ContentKind
  page: RecordEditorPage
  record: EditorRecord
  others?: readonly EditorRecord[]
  panelData?: unknown
  /** The form stands below another kind's form, which says where both show. */
  isEmbedded?: boolean
  autosaveSnapshot: AutosaveSnapshot | undefined
}

/** Edits a record beside a preview of its page. */
export function EditRecordForm({ contentKind, page, record, others = [], panelData, isEmbedded, autosaveSnapshot }: Props) {
  const { search } = useLocation()
  const isDraftMode = hasDraftParam(new URLSearchParams(search))
  const submission = useFormSubmission(contentKind.kind)
  // Computed once, because a save must not show or hide fields while the admin types.
  const [definition] = useState(() => buildUpdateRecordFormDefinition(contentKind, page, record, others))
  const editor = useEditorForm({
    id: `edit-${contentKind.kind}`,
    definition,
    submission,
    autosave: { kind: contentKind.kind, id: record.id, snapshot: autosaveSnapshot },
  })
  return (
    // The save bar stays in view only while this form is.
    <div className="flex grow flex-col">
      <FormWithPreview
        {...{ contentKind, record, editor }}
        isDraftMode={isDraftMode}
        panel={
          contentKind.editor.panels && (
            <KindSpecificPreview data={panelData} savedValues={record.values} {...{ contentKind, editor }} />
          )
        }
      >
        <div className="max-w-160 min-w-0 px-(--edge) py-6">
          <DraftModeRecordNotice contentKind={contentKind} id={record.id} isDraftMode={isDraftMode} />
          {!isDraftMode && (
            <div className="*:mb-6">
              <KeepSamplesNotice
                records={[{ contentKind, record }]}
                describeKeepable={() => (record.sampleFields?.length ? MARKED_FIELDS_TEXT : WHOLE_RECORD_TEXT)}
                describeOthers={() => OWNER_ONLY_TEXT}
                label="Keep as is"
              />
            </div>
          )}
          <EditorForm
            definition={{ ...definition, sampleFieldNames: record.sampleFields ?? [] }}
            editor={editor}
            submission={submission}
            marksChanges
          />
          {!isEmbedded && <PublicPageLinks contentKind={contentKind} />}
        </div>
      </FormWithPreview>
      <SaveBar
        editor={editor}
        definition={definition}
        saveLabel={isDraftMode ? SAVE_AS_DRAFT_LABEL : `Save ${lowercaseTitle(contentKind.title)}`}
      >
        {!isDraftMode && <SaveAsDraftButton contentKind={contentKind} editor={editor} isOnSaveBar />}
      </SaveBar>
    </div>
  )
}
