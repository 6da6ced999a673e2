import { Image, ImageOff } from 'lucide-react'
import { type ComponentProps, useMemo, useState } from 'react'
import { getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import { buildFieldSchema, getChoiceLabel } from '#contract/core/field.ts'
import { isSafeLink } from '#contract/core/text-schemas.ts'
import type { ControlAttributes } from '#web/forms/form-field.tsx'
import { useFormFieldValue } from '../../forms/form-values-store.ts'
import { useDebouncedImageUrl } from '../../shell/use-debounced-image-url.ts'
import type { FieldWithName } from './editor-form-definition.ts'
import type { EditorFormController } from './use-editor-form.ts'

/** The props of every control. `control` ties it to its label, help and error. */
export type ControlProps = FieldWithName & { editor: EditorFormController; control: ControlAttributes }

export function TextControl(props: ControlProps) {
  return <input {...getControlProps(props)} type="text" autoComplete="off" />
}

export function LongTextControl({ onKeyDown, ...props }: ControlProps & Pick<ComponentProps<'textarea'>, 'onKeyDown'>) {
  // Each line of a table is a row, so the lines must not wrap.
  const wrap = props.field.input === 'table' ? ' whitespace-pre' : ''
  const className = `control min-h-28 field-sizing-content${wrap}`
  return <textarea {...getControlProps(props)} rows={4} onKeyDown={onKeyDown} className={className} />
}

export function EmailControl(props: ControlProps) {
  return <input {...getControlProps(props)} type="email" autoComplete="email" spellCheck={false} />
}

export function PriceControl(props: ControlProps) {
  return (
    <div className="relative">
      <span aria-hidden className="absolute top-0 left-0 grid h-11 w-9 place-items-center text-muted">
        $
      </span>
      <input {...getControlProps(props)} type="text" inputMode="decimal" autoComplete="off" className="control max-w-48 pl-8" />
    </div>
  )
}

/** Has no `type="url"`, because it also accepts paths on this site. */
export function UrlControl({ describedBy, ...props }: ControlProps & { describedBy?: string }) {
  const urlAttributes = {
    type: 'text',
    inputMode: 'url',
    autoComplete: 'off',
    spellCheck: false,
  } satisfies ComponentProps<'input'>
  return (
    <>
      <input {...getControlProps(props)} {...urlAttributes} {...(describedBy && { 'aria-describedby': describedBy })} />
      <StoredUrlHint {...props} />
    </>
  )
}

/** Says before the save how the site completes the typed URL. */
function StoredUrlHint({ editor, name, field }: ControlProps) {
  const typedUrl = useFormFieldValue(editor.form, name).trim()
  const schema = useMemo(() => buildFieldSchema(field), [field])
  const storedUrl = schema.safeParse(typedUrl).data
  const isRewritten = storedUrl !== undefined && storedUrl !== typedUrl
  return (
    <p role="status" className="mt-1 text-help text-muted wrap-anywhere empty:hidden">
      {isRewritten && `Will be saved as ${storedUrl}`}
    </p>
  )
}

/** Preselects nothing. Shows a stored value even if it is no longer a choice. */
export function ChoiceControl(props: ControlProps) {
  const { name, field, editor } = props
  const storedValue = editor.form.initial()[name] ?? ''
  const choices = field.choices ?? []
  return (
    <select {...getControlProps(props)}>
      {!choices.includes(storedValue) && (
        <option value={storedValue}>{storedValue === '' ? 'Choose one' : `${storedValue} (no longer available)`}</option>
      )}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {getChoiceLabel(field, choice)}
        </option>
      ))}
    </select>
  )
}

/** Shows the image on a button that opens the image dialog, beside the URL. A broken URL gets a warning (P-14). */
export function ImageControl(props: ControlProps) {
  const { editor, name, field, control } = props
  const typedUrl = useFormFieldValue(editor.form, name)
  const { url, isBroken, ref } = useDebouncedImageUrl(field.input === 'icon' ? getIconFieldUrl(typedUrl) : typedUrl)
  const { Dialog, problem, open, close } = useImageDialog()
  const PlaceholderIcon = isBroken ? ImageOff : Image
  const hasImage = url !== '' && isSafeLink(url)
  const warningId = `${control.id}-picture`
  return (
    <div className="flex items-start gap-3">
      <button
        type="button"
        aria-label={`Choose an image: ${field.label}`}
        aria-haspopup="dialog"
        onClick={open}
        className="relative grid h-24 w-29 flex-none place-items-center overflow-hidden rounded-field border border-rule bg-sand hover:border-ink"
      >
        {hasImage && !isBroken ? (
          <img ref={ref} key={url} src={url} alt="" className="h-17.5 w-full self-start object-contain" />
        ) : (
          <PlaceholderIcon className="size-6 text-survey" aria-hidden />
        )}
        <span className="absolute inset-x-0 bottom-0 bg-night py-0.5 text-fine font-semibold text-night-text">Choose</span>
      </button>
      <div className="min-w-0 grow">
        <UrlControl {...props} describedBy={[control['aria-describedby'], warningId].filter(Boolean).join(' ')} />
        <p id={warningId} role="status" className="mt-1 text-help text-warning">
          {problem ?? (hasImage && isBroken && 'We couldn’t load this image. You can save it anyway.')}
        </p>
      </div>
      {Dialog && (
        <Dialog
          fieldLabel={field.label}
          targetSize={field.place}
          url={typedUrl}
          onChoose={(chosenUrl) => editor.form.setValues({ [name]: chosenUrl })}
          onClose={close}
        />
      )}
    </div>
  )
}

type ImageDialog = typeof import('../images/image-picker-dialog.tsx').ImagePickerDialog

/** Loads the dialog's code when it first opens, because most edits change only text. */
function useImageDialog() {
  const [Dialog, setDialog] = useState<ImageDialog>()
  const [problem, setProblem] = useState<string>()
  return {
    /** Undefined while the dialog is closed. */
    Dialog,
    problem,
    close: () => setDialog(undefined),
    async open() {
      setProblem(undefined)
      try {
        const { ImagePickerDialog } = await import('../images/image-picker-dialog.tsx')
        setDialog(() => ImagePickerDialog)
      } catch {
        setProblem('We couldn’t open your images. Check your connection and try again, or paste an image URL.')
      }
    },
  }
}

/** Returns the props that all controls share. `defaultValue` fills the server's HTML. */
export function getControlProps({ editor, name, control }: ControlProps) {
  return {
    ...editor.form.getInputProps(name),
    ...control,
    defaultValue: editor.form.initial()[name],
    className: 'control',
  }
}
