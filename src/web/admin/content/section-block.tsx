import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Section } from '../../../contract/section.ts'
import { SuccessNotice } from '../../forms/form-answer.tsx'
import { useSaving } from '../forms/saving.tsx'
import { AddForm } from './add-form.tsx'
import { RecordGate } from './record-gate.tsx'
import { RecordList } from './record-list.tsx'
import { lookOf } from './section-looks.ts'
import { isFull } from './section-plans.ts'
import type { ContentRecord } from './values.ts'
import { lower } from './wording.ts'

type Props = {
  section: Section
  /** Left out for whoever may see the form but not the data. */
  records?: readonly ContentRecord[]
  lookData?: unknown
  /** Offers the add form only while there is no record (spec section 4). */
  isGate?: boolean
}

/** One section on its screen: the add form, the list, or only the way to the one record it has. */
export function SectionBlock({ section, records, lookData, isGate = section.shape === 'single' }: Props) {
  const count = records?.length ?? 0
  const isClosed = isGate && count > 0
  const isTaken = isFull(section, records ?? [])
  const hasList = section.shape === 'list' && !isGate && !lookOf(section)?.Overview
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
          {isClosed && records && <RecordGate section={section} records={records} />}
          {isTaken && <p className="text-muted">There is one for everything by now: edit those above.</p>}
        </>
      ) : (
        <AddForm section={section} saving={saving} others={records} lookData={lookData} />
      )}
      {hasList && records && <RecordList section={section} records={records} />}
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
