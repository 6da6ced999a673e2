import { type ControlProps, LongTextControl } from './field-controls.tsx'
import { FormattingToolbar } from './formatting-toolbar.tsx'

/** Shows a toolbar above the text. */
export function FormattedTextControl(props: ControlProps) {
  const { control, field } = props
  return (
    <>
      <div className="mb-2">
        <FormattingToolbar textareaId={control.id} label={field.label} />
      </div>
      <LongTextControl {...props} />
    </>
  )
}
