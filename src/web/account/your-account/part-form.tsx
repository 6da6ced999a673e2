import type { ReactNode } from 'react'
import type { FormName } from './answer.ts'

type Props = {
  form: FormName
  /** What opens the form. */
  summary: string
  /** It came back with a refusal, or has to be filled in before anything else. */
  isOpen: boolean
  submit: string
  busy: string
  look?: 'filled' | 'outline'
  children?: ReactNode
}

/** A form that stays folded until somebody wants it; without script too. */
export function PartForm({ form, summary, isOpen, submit, busy, look = 'filled', children }: Props) {
  return (
    <details open={isOpen} className="account-form">
      <summary>{summary}</summary>
      <form method="post" noValidate data-busy={busy} data-send>
        <input type="hidden" name="_form" value={form} />
        {children}
        <button type="submit" className={look === 'filled' ? 'button' : 'button button-outline'}>
          {submit}
        </button>
      </form>
    </details>
  )
}
