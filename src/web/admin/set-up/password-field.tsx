import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { controlProps } from '../forms/control-props.ts'
import { describedBy, FieldShell } from '../forms/field-shell.tsx'
import type { EditorForm } from '../forms/use-editor-form.ts'
import { useIsLive } from '../forms/use-is-live.ts'

const HELP = 'At least 6 characters. A few words in a row are easier to keep than signs.'

/** A new password, which can be looked at while it is typed. */
export function PasswordField({ editor, name }: { editor: EditorForm; name: string }) {
  const [isShown, setIsShown] = useState(false)
  const id = `${editor.id}-${name}`
  const error = editor.errors[name]
  return (
    <FieldShell id={id} label="Password" help={HELP} error={error}>
      <div className="relative">
        <input
          {...controlProps({ editor, name, id, isInvalid: Boolean(error), describedBy: describedBy(id, HELP, error) })}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          className="control pr-24"
        />
        {useIsLive() && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={id}
            onClick={() => setIsShown(!isShown)}
            className="absolute right-0.5 bottom-0.5 flex h-10 items-center gap-2 rounded-field px-3 font-semibold text-pine hover:bg-mint"
          >
            {isShown ? <EyeOff className="size-5" aria-hidden /> : <Eye className="size-5" aria-hidden />}
            Show<span className="sr-only"> password</span>
          </button>
        )}
      </div>
    </FieldShell>
  )
}
