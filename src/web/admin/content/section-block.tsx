import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Section } from '../../../contract/section.ts'
import { SuccessNotice } from '../../forms/form-answer.tsx'
import { useSaving } from '../forms/saving.tsx'
import { AddForm } from './add-form.tsx'
import type { ContentRecord } from './content-record.ts'
import { lower } from './content-record.ts'
import { panelsOf } from './editor-panels.tsx'
import { isFull } from './record-form.ts'
import { RecordGate } from './record-gate.tsx'
import { RecordList } from './record-list.tsx'

type Props = {
  section: Section
  records: readonly ContentRecord[]
  panelData?: unknown
}

/** One section on its screen: the add form, the list, or only the way to the one record it has. */
export function SectionBlock({ section, records, panelData }: Props) {
  const count = records.length
  // A single record is added once (spec section 4).
  const isClosed = section.shape === 'single' && count > 0
  const isTaken = isFull(section, records)
  const hasList = section.shape === 'list' && !panelsOf(section)?.Overview
  const saving = useSaving(section.kind)
  const heading = useFocusWhenFilled(isClosed || isTaken)
  const { kind, title, shape } = section
  return (
    <section aria-labelledby={`${kind}-heading`} className="border-rule px-(--edge) py-8 [section+&]:border-t">
      <h2 id={`${kind}-heading`} ref={heading} tabIndex={-1} className="mb-4 text-heading font-semibold">
        {isClosed || shape === 'single' ? title : `Add ${lower(title)}`}
      </h2>
      {hasList && count > 0 && (
        <p className="-mt-3 mb-4">
          <Link to={`#${kind}-list`} className="inline-block py-1 underline">
            Go to the list
          </Link>
        </p>
      )}
      {isClosed || isTaken ? (
        <>
          <SuccessNotice notice={saving.posted?.notice} />
          {isClosed && <RecordGate section={section} records={records} />}
          {isTaken && <p className="text-muted">There is one for everything by now: edit those above.</p>}
        </>
      ) : (
        <AddForm section={section} saving={saving} others={records} panelData={panelData} />
      )}
      {hasList && <RecordList section={section} records={records} />}
    </section>
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
