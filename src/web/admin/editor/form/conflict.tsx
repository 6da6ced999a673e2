import { useState } from 'react'
import { Button } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import type { Editor, FormPlan } from './use-editor-form.ts'

/** Whose words stand against ours. */
const WORDS = {
  // By somebody else, or by the same person in another tab.
  others: {
    title: 'Saved elsewhere meanwhile',
    settled: 'What else was changed there is in the form now. Look at it, and save again.',
    there: 'On the site now',
    here: 'Yours',
    take: 'Take what is there',
    keep: 'Keep mine',
  },
  own: {
    title: 'Changed by you on another device',
    settled: 'You typed into this form on another device meanwhile. What you typed there is in the form now.',
    there: 'On the other device',
    here: 'Here',
    take: 'Take the other',
    keep: 'Keep this one',
  },
} as const

/**
 * Of a record that somebody else has saved meanwhile, or a form that the same person has typed into elsewhere: each field
 * that both changed, with what is there and what is here; where nobody knows who changed it, each that differs.
 */
export function Conflict({ editor, plan }: { editor: Editor; plan: FormPlan }) {
  const { other, form, initial } = editor
  const isLive = useIsLive()
  const [settled, setSettled] = useState<readonly string[]>([])
  if (!other) return null
  const { now, before, isOwn } = other
  const words = isOwn ? WORDS.own : WORDS.others
  const mine = isLive ? form.values() : initial
  const both = plan.shown.filter(({ name }) => now[name] !== before?.[name] && mine[name] !== now[name])
  const open = both.filter(({ name }) => !settled.includes(name))
  function settle(name: string, taken?: string) {
    if (taken !== undefined) form.set({ [name]: taken })
    setSettled((known) => [...known, name])
    if (open.every((one) => one.name === name)) editor.settleOther()
    document.getElementById(editor.id)?.querySelector<HTMLElement>('[data-settle], [name]:not([type=hidden])')?.focus()
  }
  return (
    <section aria-label={words.title} className="grid gap-4 rounded-card border border-rule bg-warning-tint p-4">
      <h2 className="font-semibold">{words.title}</h2>
      {open.length === 0 && <p>{words.settled}</p>}
      {open.map(({ name, field }) => (
        <div key={name} className="grid gap-2">
          <h3 className="font-semibold">{field.label}</h3>
          <dl className="grid gap-1 [&_dd]:whitespace-pre-line [&_dt]:font-semibold [&_dt]:text-fine">
            <dt>{words.there}</dt>
            <dd>{now[name] || 'Empty'}</dd>
            <dt>{words.here}</dt>
            <dd>{mine[name] || 'Empty'}</dd>
          </dl>
          {isLive && (
            <div className="flex flex-wrap gap-2">
              <Button look="outline" data-settle onClick={() => settle(name)}>
                {words.keep}
                <span className="sr-only">: {field.label}</span>
              </Button>
              <Button look="outline" onClick={() => settle(name, now[name] ?? '')}>
                {words.take}
                <span className="sr-only">: {field.label}</span>
              </Button>
            </div>
          )}
        </div>
      ))}
      {!isLive && open.length > 0 && <p>Saving again puts yours in its place; copy what you want to keep of the other.</p>}
    </section>
  )
}
