import type { Section } from '../../../contract/section.ts'
import { Chip } from '../parts/chip.tsx'

export function ShownOn({ section: { shownOn } }: { section: Section }) {
  if (shownOn.length === 0) return null
  return <Chip tone="neutral">Shown on: {shownOn.join(', ')}</Chip>
}
