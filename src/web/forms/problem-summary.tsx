import type { Answer } from './answer.ts'

type Props = { answer: Answer; names: readonly string[] }

/** Has the focus when the page comes back, and leads to each field at fault; `names` are those on this page. */
export function ProblemSummary({ answer: { error, fields }, names }: Props) {
  const atFault = Object.entries(fields)
  return (
    // biome-ignore lint/a11y/noAutofocus: the page has come back with a refusal, which has to be heard first
    <div className="problem-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby="problem">
      <h2 id="problem">There is a problem</h2>
      {atFault.length === 0 && <p>{error}</p>}
      {atFault.map(([name, sentence]) => (
        <p key={name}>{names.includes(name) ? <a href={`#${name}`}>{sentence}</a> : sentence}</p>
      ))}
    </div>
  )
}
