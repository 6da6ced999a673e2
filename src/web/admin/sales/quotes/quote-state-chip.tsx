import type { Quote } from '#contract/sales/quotes.ts'
import { Chip } from '../../shell/chip.tsx'

const chips = {
  open: { tone: 'warning', label: 'Waiting for the client' },
  expired: { tone: 'neutral', label: 'Expired' },
  withdrawn: { tone: 'neutral', label: 'Withdrawn' },
  accepted: { tone: 'success', label: 'Accepted' },
} as const

export function QuoteStateChip({ state }: Pick<Quote, 'state'>) {
  const { tone, label } = chips[state]
  return <Chip tone={tone}>{label}</Chip>
}
