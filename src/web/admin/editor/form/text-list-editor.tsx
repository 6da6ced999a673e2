import { ArrowDown, ArrowUp, type LucideIcon, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldsShownAsListDeclaration } from '#contract/core/content-kind.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFormValues } from '../../forms/form-values-store.ts'
import { Button } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import type { FieldWithName } from './editor-form-definition.ts'
import type { EditorFormController } from './use-editor-form.ts'

type Props = {
  list: FieldsShownAsListDeclaration
  /** The fields of the list, in order. */
  rows: readonly FieldWithName[]
  editor: EditorFormController
  marksChanges?: boolean | undefined
  isSample: boolean
}

/**
 * Shows several text fields as one list that grows, shrinks and reorders. Each row is a field of its own, so the list is
 * sent like other fields.
 */
export function TextListEditor({ list: { label, itemLabel, help }, rows, editor, marksChanges, isSample }: Props) {
  const values = useFormValues(editor.form)
  const texts = rows.map(({ name }) => values[name] ?? '')
  const minRows = rows.filter(({ field }) => !field.optional).length
  const [openRows, setOpenRows] = useState(minRows)
  const [status, setStatus] = useState('')
  const shownCount = Math.max(minRows, openRows, texts.findLastIndex((text) => text.trim() !== '') + 1)
  const id = buildFieldId(editor.id, rows[0]?.name ?? '')
  const isEdited = marksChanges && rows.some(({ name }) => editor.edited.includes(name))

  function writeTexts(nextTexts: readonly string[]) {
    editor.form.setValues(Object.fromEntries(rows.map(({ name }, index) => [name, nextTexts[index] ?? ''])))
  }
  function focusRow(index: number) {
    // A new row gets its place in the next frame.
    requestAnimationFrame(() => document.getElementById(buildFieldId(editor.id, rows[index]?.name ?? ''))?.focus())
  }
  function move(index: number, target: number) {
    writeTexts(texts.toSpliced(index, 1).toSpliced(target, 0, texts[index] ?? ''))
    setStatus(`${itemLabel} ${index + 1} is now number ${target + 1}.`)
    focusRow(target)
  }
  function remove(index: number) {
    writeTexts(texts.toSpliced(index, 1))
    setOpenRows(shownCount - 1)
    setStatus(`${itemLabel} ${index + 1} removed.`)
    focusRow(Math.min(index, shownCount - 2))
  }

  return (
    <fieldset className={`field text-list ${isEdited ? 'field-edited' : ''}`} aria-describedby={help && `${id}-list-help`}>
      <legend className="field-head">
        <span className="font-semibold">{label}</span>
        {isEdited ? <Chip tone="warning">Edited</Chip> : isSample && <Chip tone="warning">Sample</Chip>}
      </legend>
      {help && (
        <p id={`${id}-list-help`} className="field-help">
          {help}
        </p>
      )}
      <ol>
        {rows.map((row, index) => {
          const label = `${itemLabel} ${index + 1}`
          return (
            <TextRow
              key={row.name}
              row={row}
              editor={editor}
              itemLabel={itemLabel}
              position={index + 1}
              isShown={index < shownCount}
              actions={
                <div className="text-list-actions">
                  <RowButton
                    label={`Move up ${label}`}
                    ButtonIcon={ArrowUp}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <RowButton
                    label={`Move down ${label}`}
                    ButtonIcon={ArrowDown}
                    disabled={index >= shownCount - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <RowButton
                    label={`Remove ${label}`}
                    ButtonIcon={X}
                    disabled={shownCount <= minRows}
                    onClick={() => remove(index)}
                  />
                </div>
              }
            />
          )
        })}
      </ol>
      {shownCount < rows.length && (
        <Button
          look="outline"
          onClick={() => {
            setOpenRows(shownCount + 1)
            focusRow(shownCount)
          }}
        >
          <Plus className="size-4" aria-hidden />
          Add {itemLabel.toLowerCase()}
        </Button>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </fieldset>
  )
}

type TextRowProps = {
  row: FieldWithName
  editor: EditorFormController
  itemLabel: string
  position: number
  isShown: boolean
  actions: ReactNode
}

function TextRow({ row: { name, field }, editor, itemLabel, position, isShown, actions }: TextRowProps) {
  const error = editor.errors[name]
  const inputId = buildFieldId(editor.id, name)
  return (
    <li className={isShown ? '' : 'text-list-spare'}>
      <label htmlFor={inputId}>
        <span className="sr-only">{itemLabel} </span>
        {position}
        {field.optional && <span className="sr-only"> (optional)</span>}
      </label>
      <input
        {...editor.form.getInputProps(name)}
        id={inputId}
        type="text"
        autoComplete="off"
        className="control"
        defaultValue={editor.form.initial()[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${inputId}-error`}
      />
      {actions}
      {error && (
        <p id={`${inputId}-error`} className="field-error">
          <Icon name="warning" />
          {error}
        </p>
      )}
    </li>
  )
}

type RowButtonProps = { label: string; ButtonIcon: LucideIcon; disabled: boolean; onClick: () => void }

function RowButton({ label, ButtonIcon, disabled, onClick }: RowButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <ButtonIcon className="size-4" aria-hidden />
    </button>
  )
}
