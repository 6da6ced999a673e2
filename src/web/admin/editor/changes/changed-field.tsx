import type { ReactNode } from 'react'
import type { FieldInput } from '../../../../contract/grammar/field.ts'
import { fieldKinds } from '../form/field-kinds.tsx'
import { type Stretch, wordChanges } from './word-changes.ts'

type Props = {
  field: { label: string; before: string; after: string; live?: string }
  /** What each side is called; one without a name is not shown. */
  titles: { before?: string; after?: string }
  input: FieldInput
}

/** A field with what it says before and after, side by side with the words marked that differ, or one of both alone. */
export function ChangedField({ field: { label, before, after, live }, titles, input }: Props) {
  const words = wordChanges(before, after)
  const isBoth = titles.before !== undefined && titles.after !== undefined
  return (
    <div className="grid gap-x-6 gap-y-1 border-t border-rule-light pt-3 md:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="font-semibold">{label}</dt>
      <dd className={`grid gap-x-6 gap-y-3 ${isBoth ? 'lg:grid-cols-2' : ''}`}>
        {titles.before && (
          <Value title={titles.before} value={before} input={input}>
            {isBoth ? <Marked words={words.before} as="del" /> : before}
          </Value>
        )}
        {titles.after && (
          <Value title={titles.after} value={after} input={input}>
            {isBoth ? <Marked words={words.after} as="ins" /> : after}
          </Value>
        )}
        {live !== undefined && (
          <Value title="On the live site by now" value={live} input={input}>
            {live}
          </Value>
        )}
      </dd>
    </div>
  )
}

type ValueProps = { title: string; value: string; input: FieldInput; children: ReactNode }

function Value({ title, value, input, children }: ValueProps) {
  const { isPicture, Row } = fieldKinds[input]
  return (
    <div className="grid min-w-0 content-start gap-1">
      <p className="text-help text-muted">{title}</p>
      {value === '' ? (
        <p className="text-muted">Empty</p>
      ) : (
        <>
          {isPicture && <Row value={value} />}
          <p className="whitespace-pre-line wrap-anywhere">{children}</p>
        </>
      )}
    </div>
  )
}

function Marked({ words, as: Mark }: { words: readonly Stretch[]; as: 'del' | 'ins' }) {
  const look = Mark === 'del' ? 'bg-error-tint text-error-deep' : 'bg-success-tint text-pine-deep'
  return words.map(({ text, isChanged }, nth) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no other name than their place
      <Mark key={nth} className={look}>
        {text}
      </Mark>
    ) : (
      text
    ),
  )
}
