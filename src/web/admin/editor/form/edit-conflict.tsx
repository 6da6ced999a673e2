import { useState } from 'react'
import { Button } from '../../shell/button.tsx'
import type { EditorFormDefinition } from './editor-form-definition.ts'
import type { EditorFormController } from './use-editor-form.ts'

const CONFLICT_COPY = {
  /** Saved by another admin, or by the same admin in another tab. */
  others: {
    title: 'Changed in another tab',
    resolvedText: 'The other changes are now in this form. Check them and save again.',
    theirsLabel: 'Live now',
    mineLabel: 'Yours',
    takeLabel: 'Use the live version',
    keepLabel: 'Keep mine',
  },
  own: {
    title: 'Changed by you on another device',
    resolvedText: 'You typed in this form on another device. That text is now in this form.',
    theirsLabel: 'On the other device',
    mineLabel: 'Here',
    takeLabel: 'Use the other',
    keepLabel: 'Keep this one',
  },
} as const

/**
 * Shows both values of each field that this form and another save or device changed. Shows every field that differs if the
 * form doesn't know the values from which both started.
 */
export function EditConflict({ editor, definition }: { editor: EditorFormController; definition: EditorFormDefinition }) {
  const { conflict, form } = editor
  const [resolvedFields, setResolvedFields] = useState<readonly string[]>([])
  if (!conflict) return null
  const { currentValues, baseValues, isSameUser } = conflict
  const conflictCopy = isSameUser ? CONFLICT_COPY.own : CONFLICT_COPY.others
  const ownValues = form.values()
  const contestedFields = definition.visibleFields.filter(
    ({ name }) => currentValues[name] !== baseValues?.[name] && ownValues[name] !== currentValues[name],
  )
  const unresolvedFields = contestedFields.filter(({ name }) => !resolvedFields.includes(name))
  function resolveField(name: string, takenValue?: string) {
    if (takenValue !== undefined) form.setValues({ [name]: takenValue })
    setResolvedFields((knownFields) => [...knownFields, name])
    if (unresolvedFields.every((field) => field.name === name)) editor.resolveConflict()
    document.getElementById(editor.id)?.querySelector<HTMLElement>('[data-resolve], [name]:not([type=hidden])')?.focus()
  }
  return (
    <section aria-label={conflictCopy.title} className="grid gap-4 rounded-card border border-rule bg-warning-tint p-4">
      <h2 className="font-semibold">{conflictCopy.title}</h2>
      {unresolvedFields.length === 0 && <p>{conflictCopy.resolvedText}</p>}
      {unresolvedFields.map(({ name, field }) => (
        <div key={name} className="grid gap-2">
          <h3 className="font-semibold">{field.label}</h3>
          <dl className="grid gap-1 [&_dd]:whitespace-pre-line [&_dt]:font-semibold [&_dt]:text-fine">
            <dt>{conflictCopy.theirsLabel}</dt>
            <dd>{currentValues[name] || 'Empty'}</dd>
            <dt>{conflictCopy.mineLabel}</dt>
            <dd>{ownValues[name] || 'Empty'}</dd>
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button look="outline" data-resolve onClick={() => resolveField(name)}>
              {conflictCopy.keepLabel}
              <span className="sr-only">: {field.label}</span>
            </Button>
            <Button look="outline" onClick={() => resolveField(name, currentValues[name] ?? '')}>
              {conflictCopy.takeLabel}
              <span className="sr-only">: {field.label}</span>
            </Button>
          </div>
        </div>
      ))}
    </section>
  )
}
