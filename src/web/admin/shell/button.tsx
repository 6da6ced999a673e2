import type { ComponentProps } from 'react'

const LOOKS = {
  filled: 'border-pine bg-pine text-white hover:border-pine-deep hover:bg-pine-deep',
  outline: 'border-rule bg-white text-ink hover:border-ink',
  mint: 'border-night-link bg-night-link text-night hover:border-night-text hover:bg-night-text',
  night: 'border-night-rule text-night-text hover:border-night-text',
}

export type ButtonLook = keyof typeof LOOKS

/** Returns the class of a button, for links that look like buttons. */
export function getButtonClass(look: ButtonLook = 'filled'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-field border px-4 py-2 text-center font-semibold no-underline aria-disabled:opacity-70 ${LOOKS[look]}`
}

type Props = ComponentProps<'button'> & { look?: ButtonLook }

export function Button({ look, className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${getButtonClass(look)} ${className}`} {...rest} />
}

type SubmitButtonProps = Omit<Props, 'children'> & { isBusy: boolean; label: string; busyLabel?: string }

/** A submit button. It keeps the focus while the form is sent, so it isn't `disabled`. */
export function SubmitButton({ isBusy, label, busyLabel = 'Saving…', ...rest }: SubmitButtonProps) {
  return (
    <Button type="submit" aria-disabled={isBusy} {...rest}>
      {isBusy ? busyLabel : label}
    </Button>
  )
}
