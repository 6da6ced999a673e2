import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import { isCopyKind } from '../../../../contract/core/copy-kind.ts'
import { explainFullList } from '../../../../contract/core/unique-field-values.ts'
import type { AutosaveSnapshot } from '../../autosave/load-autosaves.ts'
import { type FormSubmission, SubmissionNotice, useFormSubmission } from '../../forms/form-submission.tsx'
import { hasDraftParam } from '../../navigation.ts'
import { FormWithPreview } from '../preview/form-with-preview.tsx'
import type { EditorRecord } from '../records/content-record.ts'
import { lowercaseTitle } from '../records/content-record.ts'
import { AddRecordForm } from './add-record-form.tsx'
import { getEditorPanels } from './editor-panels.tsx'
import { RecordLinks } from './record-links.tsx'
import { RecordList } from './record-list.tsx'
import type { TrashedRecord } from './trash.tsx'

type Props = {
  contentKind: ContentKind
  records: readonly EditorRecord[]
  trash: readonly TrashedRecord[]
  panelData?: unknown
  autosaveSnapshot?: AutosaveSnapshot
}

/** Whether a content kind's records are shown as a list, with what can be done with each. */
export function hasList(contentKind: ContentKind): boolean {
  return contentKind.shape === 'list' && !getEditorPanels(contentKind)?.Overview
}

/** One content kind on its screen: the list and the way to add to it, the add form, or only the way to the one record it has. */
export function ContentKindPanel({ contentKind, records, trash, panelData, autosaveSnapshot }: Props) {
  const { kind, title, shape } = contentKind
  const submission = useFormSubmission(kind)
  // A single record is added once (P-18).
  const isClosed = shape === 'single' && records.length > 0
  const allValues = records.map(({ values }) => values)
  const fullMessage = explainFullList(contentKind, allValues)
  const heading = useFocusWhenFilled(isClosed || fullMessage !== undefined)
  // The pages have words before there is a record of them: who looks for something else need not see the form.
  const isCopyForm = isCopyKind(contentKind) && !isClosed
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
      {/* Not inside the form, which is shut again after a plain post. */}
      <SubmissionNotice submission={submission} />
      {hasList(contentKind) && <RecordList contentKind={contentKind} records={records} trash={trash} />}
      {isCopyForm || (hasList(contentKind) && fullMessage === undefined) ? (
        <AddDisclosure
          kind={kind}
          summaryText={`${isCopyForm ? 'Change' : 'Add'} ${lowercaseTitle(title)}`}
          submission={submission}
          isEmpty={!isCopyForm && records.length === 0}
        >
          {addForm}
        </AddDisclosure>
      ) : (
        <div className="not-first:mt-8">
          <h2 id={`${kind}-heading`} ref={heading} tabIndex={-1} className="mb-4 text-heading font-semibold">
            {shape === 'single' ? title : `Add ${lowercaseTitle(title)}`}
          </h2>
          {isClosed && (
            <FormWithPreview contentKind={contentKind} record={records[0]}>
              <RecordLinks contentKind={contentKind} records={records} />
            </FormWithPreview>
          )}
          {fullMessage !== undefined && <p className="text-muted">{fullMessage}</p>}
          {!isClosed && fullMessage === undefined && addForm}
        </div>
      )}
    </section>
  )
}

type DisclosureProps = { kind: string; summaryText: string; submission: FormSubmission; isEmpty: boolean; children: ReactNode }

/** The form that adds to a list stands below it, out of the way until it is wanted, or was refused. */
function AddDisclosure({ kind, summaryText, submission, isEmpty, children }: DisclosureProps) {
  const [search] = useSearchParams()
  // As the page came: what was opened by then is not shut by adding the first one.
  const [isOpen] = useState(
    isEmpty || submission.postedAnswer?.error !== undefined || (search.size > 0 && !hasDraftParam(search)),
  )
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

/** The add form gives way to a link once it was used: the focus that was in it goes to the heading. */
function useFocusWhenFilled(isFilled: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasFilled = useRef(isFilled)
  useEffect(() => {
    if (isFilled && !wasFilled.current) heading.current?.focus()
    wasFilled.current = isFilled
  }, [isFilled])
  return heading
}
