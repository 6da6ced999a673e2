import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import { type Saving, SavingForm } from '../../forms/saving.tsx'
import type { ContentRecord } from '../records/content-record.ts'
import { ACT, type ListAct, RECORD } from './list-form.ts'

type Props = {
  contentKind: ContentKind
  record: ContentRecord
  title: string
  saving: Saving
  isOfDraft: boolean
  isFirst: boolean
  isLast: boolean
}

/** What can be done with a record from its row; what its kind does not allow is not offered. */
export function RowActs({ contentKind, record: { id, isHidden }, title, saving, isOfDraft, isFirst, isLast }: Props) {
  // Whoever such a kind names is told of changes: it is neither hidden nor moved (docs/decisions/0041).
  const isPlain = contentKind.notifyOnChange === undefined
  const act = (name: ListAct, words: string, icon: ReactNode, isOff = false) => (
    <button
      type="submit"
      name={ACT}
      value={name}
      title={words}
      className="row-act"
      aria-disabled={isOff || saving.isBusy}
      onClick={isOff ? (event) => event.preventDefault() : undefined}
    >
      {icon}
      <span className="sr-only">
        {words} {title}
      </span>
    </button>
  )
  return (
    <SavingForm saving={saving} className="flex flex-none">
      <input type="hidden" name={RECORD} value={id} />
      {isPlain && !isOfDraft && act('up', 'Move up', <ArrowUp aria-hidden />, isFirst)}
      {isPlain && !isOfDraft && act('down', 'Move down', <ArrowDown aria-hidden />, isLast)}
      {isPlain && (isHidden ? act('show', 'Show', <Eye aria-hidden />) : act('hide', 'Hide', <EyeOff aria-hidden />))}
      {!isOfDraft &&
        contentKind.fields[contentKind.unique ?? '']?.choices === undefined &&
        act('duplicate', 'Duplicate', <Copy aria-hidden />)}
      {act('delete', 'Delete', <Trash2 aria-hidden />)}
    </SavingForm>
  )
}
