import { useIsHydrated } from '../../shell/use-is-hydrated.ts'
import { type ControlProps, LongTextControl } from './field-controls.tsx'
import { FormattingToolbar } from './formatting-toolbar.tsx'

/** Shows a toolbar above the text. */
export function FormattedTextControl(props: ControlProps) {
  const { control, field } = props
  return (
    <>
      {/* Keeps the height of the toolbar free, so that nothing shifts when it appears. */}
      <div className="mb-2 min-h-11">
        {useIsHydrated() && <FormattingToolbar textareaId={control.id} label={field.label} />}
        <noscript>
          <p className="text-help text-muted">
            Type **bold**, *italic* and [a link](https://example.com). Start each line of a list with a hyphen and a space.
          </p>
        </noscript>
      </div>
      <LongTextControl {...props} />
    </>
  )
}
