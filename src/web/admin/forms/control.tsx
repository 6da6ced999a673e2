import { ADDRESS, type ControlProps, controlProps } from './control-props.ts'
import { ImageControl } from './image-control.tsx'

/** The control for a field's kind of input. */
export function Control(props: ControlProps) {
  const { field } = props
  if (field.input === 'image') return <ImageControl {...props} />
  const shared = controlProps(props)
  switch (field.input) {
    case 'longText':
      return <textarea {...shared} rows={4} className="control min-h-28 field-sizing-content" />
    case 'choice':
      return (
        <select {...shared} className="control">
          {optionsOf(props).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    case 'price':
      return (
        <div className="relative">
          <span aria-hidden className="absolute top-1.5 left-0 grid h-11 w-9 place-items-center text-muted">
            $
          </span>
          <input {...shared} type="text" inputMode="decimal" autoComplete="off" className="control max-w-48 pl-8" />
        </div>
      )
    case 'email':
      return <input {...shared} type="email" autoComplete="email" spellCheck={false} className="control" />
    case 'link':
    case 'path':
      return <input {...shared} {...ADDRESS} className="control" />
    default:
      return <input {...shared} type="text" autoComplete="off" className="control" />
  }
}

/** Nothing is chosen for the admin in advance, and a stored value that is no longer offered stays visible. */
function optionsOf({ name, field, editor }: ControlProps): [value: string, label: string][] {
  const stored = editor.initial[name] ?? ''
  const choices = field.choices ?? []
  const first: [string, string][] = choices.includes(stored)
    ? []
    : [[stored, stored === '' ? 'Choose one' : `${stored} (no longer offered)`]]
  return [...first, ...choices.map((choice): [string, string] => [choice, choice])]
}
