import type { Field } from '../../../contract/field.ts'
import { isSafeLink } from '../../../contract/text.ts'

/** One value of a record in a list, said the way its field means it. */
export function RowValue({ field, value }: { field?: Field; value: string }) {
  if (!field || value === '') return null
  if (field.input === 'price') return <p>${value} per month</p>
  if (field.input === 'link' && isSafeLink(value)) {
    return (
      <p>
        <a href={value} target="_blank" rel="noreferrer" className="inline-block py-1 underline">
          {value}
        </a>
      </p>
    )
  }
  return <p className="line-clamp-3 max-w-160 whitespace-pre-line text-muted">{value}</p>
}
