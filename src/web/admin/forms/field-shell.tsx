import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'

type Props = {
  /** Of the control; its help and its sentence are named after it. */
  id: string
  label: string
  help?: string
  error?: string
  isOptional?: boolean
  /** After the label. */
  mark?: ReactNode
  className?: string
  children: ReactNode
}

/** Label, help, sentence, control: in the order in which they are read. */
export function FieldShell({ id, label, help, error, isOptional, mark, className = '', children }: Props) {
  return (
    <div className={`relative ${error ? 'error-edge' : className}`}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {label}
          {isOptional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {mark}
      </div>
      {help && (
        <p id={`${id}-help`} className="text-help text-muted">
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`} sentence={error} />
      {children}
    </div>
  )
}

/** The ids of what describes a control, for `aria-describedby`. */
export function describedBy(id: string, help: string | undefined, error: string | undefined): string | undefined {
  return [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}
