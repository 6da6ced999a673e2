import type { ReactNode } from 'react'

const TONES = {
  success: 'bg-success-tint text-pine',
  warning: 'bg-warning-tint text-warning',
  error: 'bg-error-tint text-error-deep',
  info: 'bg-info-tint text-info',
  neutral: 'bg-sand text-muted',
}

type Props = { tone: keyof typeof TONES; children: ReactNode }

export function Chip({ tone, children }: Props) {
  return (
    <span className={`inline-block rounded-sm px-2.25 py-1.5 text-[0.8125rem] leading-none font-semibold ${TONES[tone]}`}>
      {children}
    </span>
  )
}
