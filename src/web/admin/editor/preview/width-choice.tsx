import type { LucideIcon } from 'lucide-react'

type Props<Name> = {
  widths: readonly { name: Name; Icon: LucideIcon }[]
  chosen: Name
  onChoose: (name: Name) => void
  /** The unit of numeric names, for screen readers only. */
  unit?: string
}

export function WidthChoice<Name extends string | number>({ widths, chosen, onChoose, unit }: Props<Name>) {
  return (
    <fieldset
      aria-label="Preview width"
      className="flex divide-x divide-rule overflow-clip rounded-field border border-rule bg-white"
    >
      {widths.map(({ name, Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
          className="flex min-h-11 items-center gap-2 px-3.5 text-fine font-semibold text-muted hover:text-ink aria-pressed:bg-pine aria-pressed:text-white"
        >
          <Icon className="size-4.5" aria-hidden />
          {name}
          {unit && <span className="sr-only">{unit}</span>}
        </button>
      ))}
    </fieldset>
  )
}
