import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ContentKind, lowercaseTitle } from '#contract/core/content-kind.ts'
import { explainAllChoicesUsed } from '#contract/core/copied-record-values.ts'
import { isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import { hasDraftParam } from '../../admin-paths.ts'
import type { AutosaveSnapshot } from '../../autosave/load-server-autosaves.ts'
import { useFormSubmission } from '../../forms/form-submission.tsx'
import { FormWithPreview } from '../preview/form-with-preview.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { AddRecordForm } from './add-record-form.tsx'
import { RecordList } from './record-list.tsx'
import { SingleRecordEditLinks } from './single-record-edit-links.tsx'
import type { RecordInTrash } from './trash.tsx'

type Props = {
  contentKind: ContentKind
  records: readonly EditorRecord[]
  trash: readonly RecordInTrash[]
  panelData?: unknown
  autosaveSnapshot?: AutosaveSnapshot
}

/** Returns false for a list kind whose panels have their own overview. */
export function showsRecordList(contentKind: ContentKind): boolean {
  return contentKind.shape === 'list' && !contentKind.editor.panels
}

/** Shows the kind's list and add form. A single kind has either the add form or a link to its record. */
export function ContentKindPanel({ contentKind, records, trash, panelData, autosaveSnapshot }: Props) {
  const { kind, title, shape } = contentKind
  const submission = useFormSubmission(kind)
  // A single kind shows no add form once it has a record (P-18).
  const hasSingleRecord = shape === 'single' && records.length > 0
  const allValues = records.map(({ values }) => values)
  const fullMessage = explainAllChoicesUsed(contentKind, allValues)
  const heading = useFocusWhenFilled(hasSingleRecord || fullMessage !== undefined)
  // Pages show default copy without a record, so this form starts closed.
  const isCopyForm = isCopyKind(contentKind) && !hasSingleRecord
  const submitLabel = isCopyForm ? `Save ${lowercaseTitle(title)}` : undefined
  const addForm = (
    <AddRecordForm
      contentKind={contentKind}
      submission={submission}
      others={records}
      panelData={panelData}
      autosaveSnapshot={autosaveSnapshot}
      submitLabel={submitLabel}
    />
  )
  return (
    <section aria-labelledby={`${kind}-heading`} className="border-rule px-(--edge) py-8 [section+&]:border-t">
      {showsRecordList(contentKind) && <RecordList contentKind={contentKind} records={records} trash={trash} />}
      {isCopyForm || (showsRecordList(contentKind) && fullMessage === undefined) ? (
        <AddDisclosure
          kind={kind}
          summaryText={`${isCopyForm ? 'Change' : 'Add'} ${lowercaseTitle(title)}`}
          isEmpty={!isCopyForm && records.length === 0}
        >
          {addForm}
        </AddDisclosure>
      ) : (
        <div className="not-first:mt-8">
          <h2 id={`${kind}-heading`} ref={heading} tabIndex={-1} className="mb-4 text-heading font-semibold">
            {shape === 'single' ? title : `Add ${lowercaseTitle(title)}`}
          </h2>
          {hasSingleRecord && (
            <FormWithPreview contentKind={contentKind} record={records[0]}>
              <SingleRecordEditLinks contentKind={contentKind} records={records} />
            </FormWithPreview>
          )}
          {fullMessage !== undefined && <p className="text-muted">{fullMessage}</p>}
          {!hasSingleRecord && fullMessage === undefined && addForm}
        </div>
      )}
    </section>
  )
}

type DisclosureProps = {
  kind: string
  summaryText: string
  isEmpty: boolean
  children: ReactNode
}

/** Keeps the add form closed below the list. Opens it for an empty list or a preset in the query. */
function AddDisclosure({ kind, summaryText, isEmpty, children }: DisclosureProps) {
  const [search] = useSearchParams()
  // Computed once, so that adding the first record doesn't close the form.
  const [isOpen] = useState(isEmpty || (search.size > 0 && !hasDraftParam(search)))
  return (
    <details className="add-disclosure" open={isOpen}>
      <summary>
        <h2 id={`${kind}-heading`} tabIndex={-1} className="text-heading font-semibold">
          {summaryText}
        </h2>
      </summary>
      {children}
    </details>
  )
}

/** Moves the focus to the heading when a link replaces the add form, because the focused button is gone. */
function useFocusWhenFilled(isFilled: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasFilled = useRef(isFilled)
  useEffect(() => {
    if (isFilled && !wasFilled.current) heading.current?.focus()
    wasFilled.current = isFilled
  }, [isFilled])
  return heading
}
