import { useFrameData } from '../frame-data.ts'
import type { NavigationEntry } from './navigation.ts'

const WORDS: Record<NonNullable<NavigationEntry['counts']>, string> = {
  unreadMessages: 'unread',
  undeliveredMail: 'not delivered',
}

/** How many things wait behind an entry of the sidebar; nothing where none do. */
export function Count({ of }: { of: keyof typeof WORDS }) {
  const count = useFrameData()[of] ?? 0
  if (count === 0) return null
  return (
    <span className="ml-auto min-w-6 flex-none whitespace-nowrap rounded-sm bg-brick px-1.5 py-0.5 text-center text-[0.8125rem] leading-snug font-semibold text-white">
      <span className="sr-only">, </span>
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {WORDS[of]}</span>
    </span>
  )
}
