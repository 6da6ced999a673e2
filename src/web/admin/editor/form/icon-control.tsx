import { builtInIconNames, getBuiltInIconUrl, getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import { useFormFieldValue } from '../../forms/form-values-store.ts'
import { type ControlProps, ImageControl } from './field-controls.tsx'

/** Offers the built-in icons above the image control. */
export function IconControl(props: ControlProps) {
  const { editor, name, field } = props
  const chosenUrl = getIconFieldUrl(useFormFieldValue(editor.form, name))
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would shrink to its content */}
      <div role="group" aria-label={`Icons: ${field.label}`} className="flex flex-wrap gap-1">
        {builtInIconNames.map((icon) => {
          const url = getBuiltInIconUrl(icon)
          return (
            <button
              key={icon}
              type="button"
              aria-label={icon.replaceAll('-', ' ')}
              title={icon.replaceAll('-', ' ')}
              aria-pressed={chosenUrl === url}
              onClick={() => editor.form.setValues({ [name]: url })}
              className="grid size-11 place-items-center rounded-field border border-rule bg-white hover:border-ink aria-pressed:border-2 aria-pressed:border-pine"
            >
              <img src={url} alt="" width={24} height={24} />
            </button>
          )
        })}
      </div>
      <ImageControl {...props} />
    </div>
  )
}
