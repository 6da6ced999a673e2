import { useEffect, useRef } from 'react'
import type { EditorForm } from './use-editor-form.ts'

type Props = { editor: EditorForm /** In the order of the form. */; names: readonly string[] }

/** Takes the focus after every refusal and leads to each field at fault. */
export function ErrorSummary({ editor: { id, errors, problem, refusals }, names }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (!problem) return null
  const atFault = names.filter((name) => errors[name])
  return (
    <div
      ref={box}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script too, the answer to a refused form starts here
      autoFocus
      role="alert"
      aria-labelledby={`${id}-problem`}
      className="mb-6 rounded-card border-2 border-error bg-error-tint p-4"
    >
      <h2 id={`${id}-problem`} className="font-semibold">
        There is a problem
      </h2>
      {atFault.length === 0 && <p className="mt-1">{problem}</p>}
      <ul className="mt-1">
        {atFault.map((name) => (
          <li key={name}>
            <a
              href={`#${id}-${name}`}
              className="inline-block py-1 font-semibold text-error-deep underline"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(`${id}-${name}`)?.focus()
              }}
            >
              {errors[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
