import { Image, ImageOff } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isSafeLink } from '../../../contract/text.ts'
import type { ControlAttributes } from '../../forms/field.tsx'
import { useIsLive, usePicture } from '../parts/live.tsx'
import { WeekRows } from './hours-control.tsx'
import { timeZones } from './time-zones.ts'
import type { Editor, NamedField } from './use-editor-form.ts'

type Props = NamedField & { editor: Editor; control: ControlAttributes }

/** The control for a field's kind of input. */
export function Control(props: Props) {
  const { field } = props
  if (field.input === 'image') return <ImageControl {...props} />
  const shared = sharedOf(props)
  switch (field.input) {
    case 'longText':
      return <textarea {...shared} rows={4} className="control min-h-28 field-sizing-content" />
    case 'choice':
      return (
        <select {...shared}>
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
          <span aria-hidden className="absolute top-0 left-0 grid h-11 w-9 place-items-center text-muted">
            $
          </span>
          <input {...shared} type="text" inputMode="decimal" autoComplete="off" className="control max-w-48 pl-8" />
        </div>
      )
    case 'email':
      return <input {...shared} type="email" autoComplete="email" spellCheck={false} />
    case 'hours':
      return <HoursControl {...props} />
    case 'timeZone':
      return <TimeZoneControl {...props} />
    case 'link':
    case 'path':
      return <input {...shared} {...ADDRESS} />
    default:
      return <input {...shared} type="text" autoComplete="off" />
  }
}

/** Not `type="url"`: paths on this site are welcome too. */
const ADDRESS = { type: 'text', inputMode: 'url', autoComplete: 'off', spellCheck: false } satisfies ComponentProps<'input'>

/** What every control of a form has in common; `defaultValue` is for the HTML itself. */
function sharedOf({ editor, name, control }: Props) {
  // A field at fault is checked again with every key, so that its sentence goes as soon as it is mended.
  const recheck = () => void (editor.errors[name] && editor.form.trigger(name))
  return {
    ...editor.form.register(name, { onChange: recheck }),
    ...control,
    defaultValue: editor.initial[name],
    className: 'control',
  }
}

/** Nothing is chosen for the admin in advance, and a stored value that is no longer offered stays visible. */
function optionsOf({ name, field, editor }: Props): [value: string, label: string][] {
  const stored = editor.initial[name] ?? ''
  const choices = field.choices ?? []
  const first: [string, string][] = choices.includes(stored)
    ? []
    : [[stored, stored === '' ? 'Choose one' : `${stored} (no longer offered)`]]
  return [...first, ...choices.map((choice): [string, string] => [choice, choice])]
}

/** The text of the hours, and the rows that write it. */
function HoursControl(props: Props) {
  const { editor, name, field, control } = props
  const { form, errors } = editor
  const [text, setText] = useState(editor.initial[name] ?? '')
  const { subscribe } = form
  useEffect(() => {
    // Typed before the page came alive: the library has kept it, yet tells nobody.
    const input = document.getElementById(control.id)
    if (input instanceof HTMLInputElement) setText(input.value)
    return subscribe({ name, formState: { values: true }, callback: ({ values }) => setText(values[name] ?? '') })
  }, [subscribe, name, control.id])
  function write(value: string) {
    form.setValue(name, value, { shouldDirty: true })
    if (errors[name]) void form.trigger(name)
  }
  return (
    <>
      <input {...sharedOf(props)} type="text" autoComplete="off" spellCheck={false} />
      <WeekRows id={control.id} label={field.label} text={text} onChange={write} />
    </>
  )
}

/** Offers the names that the browser knows; the server takes any that it knows itself. */
function TimeZoneControl(props: Props) {
  const list = `${props.control.id}-list`
  const isLive = useIsLive()
  return (
    <>
      <input {...sharedOf(props)} type="text" autoComplete="off" spellCheck={false} list={list} />
      <datalist id={list}>
        {isLive && timeZones().map(({ name, label }) => <option key={name} value={name} label={label} />)}
      </datalist>
    </>
  )
}

/** The address of a picture beside the picture itself. A broken address is mentioned, never refused. */
function ImageControl(props: Props) {
  const { editor, name, control } = props
  const typed = useWatch({ control: editor.form.control, name }) ?? ''
  const { address, isBroken, ref } = usePicture(typed)
  const NoPicture = isBroken ? ImageOff : Image
  const hasPicture = address !== '' && isSafeLink(address)
  const warning = `${control.id}-picture`
  return (
    <div className="flex items-start gap-3">
      <div className="grid h-24 w-29 flex-none place-items-center overflow-hidden rounded-field border border-rule bg-sand">
        {hasPicture && !isBroken ? (
          <img ref={ref} key={address} src={address} alt="" className="size-full object-contain" />
        ) : (
          <NoPicture className="size-6 text-survey" aria-hidden />
        )}
      </div>
      <div className="min-w-0 grow">
        <input
          {...sharedOf(props)}
          {...ADDRESS}
          aria-describedby={[control['aria-describedby'], isBroken && warning].filter(Boolean).join(' ') || undefined}
        />
        <p id={warning} role="status" className="mt-1 text-help text-warning">
          {hasPicture && isBroken && 'This address shows no picture. You can save it all the same.'}
        </p>
      </div>
    </div>
  )
}
