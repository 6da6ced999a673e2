import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { useIsLive } from '../parts/live.tsx'
import type { Editor, FormPlan } from './use-editor-form.ts'

/**
 * Of a record that somebody else has saved meanwhile: each field that both changed, with what they say and what we say;
 * where nobody knows who changed it, each that differs.
 */
export function Conflict({ editor, plan }: { editor: Editor; plan: FormPlan }) {
  const { theirs, form, initial } = editor
  const isLive = useIsLive()
  const [settled, setSettled] = useState<readonly string[]>([])
  if (!theirs) return null
  const { now, before } = theirs
  const mine = isLive ? form.getValues() : initial
  const both = plan.shown.filter(({ name }) => now[name] !== before?.[name] && mine[name] !== now[name])
  const open = both.filter(({ name }) => !settled.includes(name))
  function settle(name: string, taken?: string) {
    if (taken !== undefined) form.setValue(name, taken, { shouldDirty: true })
    setSettled((known) => [...known, name])
    document.getElementById(editor.id)?.querySelector<HTMLElement>('[data-settle], [name]:not([type=hidden])')?.focus()
  }
  return (
    <section
      aria-label="Saved by somebody else meanwhile"
      className="grid gap-4 rounded-card border border-rule bg-warning-tint p-4"
    >
      {open.length === 0 && <p>What else they changed is in the form now. Look at it, and save again.</p>}
      {open.map(({ name, field }) => (
        <div key={name} className="grid gap-2">
          <h3 className="font-semibold">{field.label}</h3>
          <dl className="grid gap-1 [&_dd]:whitespace-pre-line [&_dt]:font-semibold [&_dt]:text-fine">
            <dt>Theirs, on the site now</dt>
            <dd>{now[name] || 'Empty'}</dd>
            <dt>Yours</dt>
            <dd>{mine[name] || 'Empty'}</dd>
          </dl>
          {isLive && (
            <div className="flex flex-wrap gap-2">
              <Button look="outline" data-settle onClick={() => settle(name)}>
                Keep mine<span className="sr-only">: {field.label}</span>
              </Button>
              <Button look="outline" onClick={() => settle(name, now[name] ?? '')}>
                Take theirs<span className="sr-only">: {field.label}</span>
              </Button>
            </div>
          )}
        </div>
      ))}
      {!isLive && open.length > 0 && <p>Saving again puts yours in their place; copy what you want to keep of theirs.</p>}
    </section>
  )
}
