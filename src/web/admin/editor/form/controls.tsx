import { Image, ImageOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { inWords } from '../../../../contract/grammar/field.ts'
import { isSafeLink } from '../../../../contract/grammar/text.ts'
import type { ControlAttributes } from '../../../forms/field.tsx'
import { useFormValue } from '../../forms/form-values.ts'
import { useIsLive, usePicture } from '../../shell/live.tsx'
import { adminPaths } from '../../site-map.ts'
import type { Editor, NamedField } from './use-editor-form.ts'

/** What every control is handed; `control` ties it to its label and its sentences. */
export type ControlProps = NamedField & { editor: Editor; control: ControlAttributes }

export function TextControl(props: ControlProps) {
  return <input {...sharedOf(props)} type="text" autoComplete="off" />
}

export function LongTextControl(props: ControlProps) {
  // Each line of a table is a row.
  const wrap = props.field.input === 'table' ? 'off' : undefined
  return <textarea {...sharedOf(props)} wrap={wrap} rows={4} className="control min-h-28 field-sizing-content" />
}

export function EmailControl(props: ControlProps) {
  return <input {...sharedOf(props)} type="email" autoComplete="email" spellCheck={false} />
}

export function PriceControl(props: ControlProps) {
  return (
    <div className="relative">
      <span aria-hidden className="absolute top-0 left-0 grid h-11 w-9 place-items-center text-muted">
        $
      </span>
      <input {...sharedOf(props)} type="text" inputMode="decimal" autoComplete="off" className="control max-w-48 pl-8" />
    </div>
  )
}

/** Not `type="url"`: paths on this site are welcome too. */
export function AddressControl({ describedBy, ...props }: ControlProps & { describedBy?: string }) {
  const address = { type: 'text', inputMode: 'url', autoComplete: 'off', spellCheck: false } satisfies ComponentProps<'input'>
  return <input {...sharedOf(props)} {...address} {...(describedBy && { 'aria-describedby': describedBy })} />
}

/** Nothing is chosen for the admin in advance, and a stored value that is no longer offered stays visible. */
export function ChoiceControl(props: ControlProps) {
  const { name, field, editor } = props
  const stored = editor.initial[name] ?? ''
  const choices = field.choices ?? []
  return (
    <select {...sharedOf(props)}>
      {!choices.includes(stored) && (
        <option value={stored}>{stored === '' ? 'Choose one' : `${stored} (no longer offered)`}</option>
      )}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {inWords(field, choice)}
        </option>
      ))}
    </select>
  )
}

/** The address of a picture beside the picture itself, which is the button to choose another. A broken address is mentioned, never refused. */
export function PictureControl(props: ControlProps) {
  const { editor, name, field, control } = props
  const typed = useFormValue(editor.form, name)
  const { address, isBroken, ref } = usePicture(typed)
  const { Dialog, problem, open, close } = usePictureDialog()
  const isLive = useIsLive()
  const NoPicture = isBroken ? ImageOff : Image
  const hasPicture = address !== '' && isSafeLink(address)
  const warning = `${control.id}-picture`
  return (
    <div className="flex items-start gap-3">
      <button
        type="button"
        aria-label={`Choose a picture: ${field.label}`}
        aria-haspopup="dialog"
        disabled={!isLive}
        onClick={open}
        className="relative grid h-24 w-29 flex-none place-items-center overflow-hidden rounded-field border border-rule bg-sand enabled:hover:border-ink"
      >
        {hasPicture && !isBroken ? (
          <img ref={ref} key={address} src={address} alt="" className="size-full object-contain" />
        ) : (
          <NoPicture className="size-6 text-survey" aria-hidden />
        )}
        {isLive && (
          <span className="absolute inset-x-0 bottom-0 bg-night py-0.5 text-fine font-semibold text-night-text">Choose</span>
        )}
      </button>
      <div className="min-w-0 grow">
        <AddressControl {...props} describedBy={[control['aria-describedby'], warning].filter(Boolean).join(' ')} />
        <noscript>
          <p className="mt-1 text-help">
            Upload one under <a href={adminPaths.pictures}>Pictures</a>, where each has its address.
          </p>
        </noscript>
        <p id={warning} role="status" className="mt-1 text-help text-warning">
          {problem ?? (hasPicture && isBroken && 'This address shows no picture. You can save it all the same.')}
        </p>
      </div>
      {Dialog && (
        <Dialog
          of={field.label}
          place={field.place}
          address={typed}
          onChoose={(chosen) => editor.form.set({ [name]: chosen })}
          onClose={close}
        />
      )}
    </div>
  )
}

type PictureDialog = typeof import('../pictures/picture-dialog.tsx').PictureDialog

/** Its code comes when it is first asked for: most visits of an editor are about words. */
function usePictureDialog() {
  const [Dialog, setDialog] = useState<PictureDialog>()
  const [problem, setProblem] = useState<string>()
  return {
    /** While it is open. */
    Dialog,
    problem,
    close: () => setDialog(undefined),
    async open() {
      setProblem(undefined)
      try {
        const { PictureDialog } = await import('../pictures/picture-dialog.tsx')
        setDialog(() => PictureDialog)
      } catch {
        setProblem('The pictures could not be opened. Check your connection and try again, or type an address.')
      }
    },
  }
}

/** What every control of a form has in common; `defaultValue` is for the HTML itself. */
export function sharedOf({ editor, name, control }: ControlProps) {
  return {
    ...editor.form.bind(name),
    ...control,
    defaultValue: editor.initial[name],
    className: 'control',
  }
}

/** Offers the names that the browser knows; the server takes any that it knows itself. */
export function TimeZoneControl(props: ControlProps) {
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

/** The time zones that this browser knows, each with its city and what people call it. */
function timeZones(): { name: string; label: string }[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== own)
  return [own, ...others].map((name) => ({ name, label: name.replaceAll('_', ' ').split('/').reverse().join(', ') }))
}
