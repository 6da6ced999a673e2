import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Section } from '../../../contract/section.ts'
import { PostedNote } from '../forms/posted-note.tsx'
import { useSaving } from '../forms/use-saving.ts'
import { AddForm } from './add-form.tsx'
import { RecordGate } from './record-gate.tsx'
import { RecordList } from './record-list.tsx'
import type { ContentRecord } from './values.ts'
import { lower } from './wording.ts'

type Props = {
  section: Section
  /** Left out for whoever may see the form but not the data. */
  records?: readonly ContentRecord[]
  /** Offers the add form only while there is no record (spec section 4). */
  isGate?: boolean
}

/** One section on its screen: the add form, the list, or only the way to the one record it has. */
export function SectionBlock({ section, records, isGate = section.shape === 'single' }: Props) {
  const count = records?.length ?? 0
  const isClosed = isGate && count > 0
  const saving = useSaving(section.kind)
  const heading = useFocusWhenFilled(isClosed)
  const { kind, title, shape } = section
  return (
    <section aria-labelledby={`${kind}-heading`} className="border-rule px-(--edge) py-8 [section+&]:border-t">
      <h2 id={`${kind}-heading`} ref={heading} tabIndex={-1} className="mb-4 text-heading font-semibold">
        {isClosed || shape === 'single' ? title : `Add ${lower(title)}`}
      </h2>
      {shape === 'list' && !isGate && count > 0 && (
        <p className="-mt-3 mb-4">
          <Link to={`#${kind}-list`} className="inline-block py-1 underline">
            Go to the list
          </Link>
        </p>
      )}
      {isClosed && records ? (
        <>
          <PostedNote posted={saving.posted} />
          <RecordGate section={section} records={records} />
        </>
      ) : (
        <AddForm section={section} saving={saving} />
      )}
      {shape === 'list' && !isGate && records && <RecordList section={section} records={records} />}
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
