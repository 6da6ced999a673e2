import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { whyFull } from '../../../../contract/grammar/list-room.ts'
import { isWords } from '../../../../contract/grammar/words.ts'
import type { Autosaved } from '../../autosave/read-autosave.ts'
import { PostedNotice, type Saving, useSaving } from '../../forms/saving.tsx'
import { isDraftShown } from '../../site-map.ts'
import { WithPreview } from '../preview/with-preview.tsx'
import type { ContentRecord } from '../records/content-record.ts'
import { lower } from '../records/content-record.ts'
import { AddForm } from './add-form.tsx'
import { panelsOf } from './editor-panels.tsx'
import { RecordGate } from './record-gate.tsx'
import { RecordList } from './record-list.tsx'
import type { Trashed } from './trash.tsx'

type Props = {
  contentKind: ContentKind
  records: readonly ContentRecord[]
  trash: readonly Trashed[]
  panelData?: unknown
  autosaved?: Autosaved
}

/** Whether a content kind's records are shown as a list, with what can be done with each. */
export function hasList(contentKind: ContentKind): boolean {
  return contentKind.shape === 'list' && !panelsOf(contentKind)?.Overview
}

/** One content kind on its screen: the list and the way to add to it, the add form, or only the way to the one record it has. */
export function KindBlock({ contentKind, records, trash, panelData, autosaved }: Props) {
  const { kind, title, shape } = contentKind
  const saving = useSaving(kind)
  // A single record is added once (spec section 4).
  const isClosed = shape === 'single' && records.length > 0
  const valuesOfAll = records.map(({ values }) => values)
  const full = whyFull(contentKind, valuesOfAll)
  const heading = useFocusWhenFilled(isClosed || full !== undefined)
  // The pages have words before there is a record of them: who looks for something else need not see the form.
  const areOwnWords = isWords(contentKind) && !isClosed
  const submit = areOwnWords ? `Save ${lower(title)}` : undefined
  const add = (
    <AddForm
      contentKind={contentKind}
      saving={saving}
      others={records}
      panelData={panelData}
      autosaved={autosaved}
      submit={submit}
    />
  )
  return (
    <section aria-labelledby={`${kind}-heading`} className="border-rule px-(--edge) py-8 [section+&]:border-t">
      {/* Not inside the form, which is shut again after a plain post. */}
      <PostedNotice saving={saving} />
      {hasList(contentKind) && <RecordList contentKind={contentKind} records={records} trash={trash} />}
      {areOwnWords || (hasList(contentKind) && full === undefined) ? (
        <AddDisclosure
          kind={kind}
          words={`${areOwnWords ? 'Change' : 'Add'} ${lower(title)}`}
          saving={saving}
          isEmpty={!areOwnWords && records.length === 0}
        >
          {add}
        </AddDisclosure>
      ) : (
        <div className="not-first:mt-8">
          <h2 id={`${kind}-heading`} ref={heading} tabIndex={-1} className="mb-4 text-heading font-semibold">
            {shape === 'single' ? title : `Add ${lower(title)}`}
          </h2>
          {isClosed && (
            <WithPreview contentKind={contentKind} record={records[0]}>
              <RecordGate contentKind={contentKind} records={records} />
            </WithPreview>
          )}
          {full !== undefined && <p className="text-muted">{full}</p>}
          {!isClosed && full === undefined && add}
        </div>
      )}
    </section>
  )
}

type DisclosureProps = { kind: string; words: string; saving: Saving; isEmpty: boolean; children: ReactNode }

/** The form that adds to a list stands below it, out of the way until it is wanted, or was refused. */
function AddDisclosure({ kind, words, saving, isEmpty, children }: DisclosureProps) {
  const [search] = useSearchParams()
  // As the page came: what was opened by then is not shut by adding the first one.
  const [isOpen] = useState(isEmpty || saving.posted?.error !== undefined || (search.size > 0 && !isDraftShown(search)))
  return (
    <details className="add-disclosure" open={isOpen}>
      <summary>
        <h2 id={`${kind}-heading`} tabIndex={-1} className="text-heading font-semibold">
          {words}
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
