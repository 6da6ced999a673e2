import { useSearchParams } from 'react-router'
import { safeReturn } from './safe-return.ts'

/** The page that a person was on their way to when they had to log in. */
export function rememberedPage({ url }: Request): string | undefined {
  return safeReturn(new URL(url).searchParams.get('from'))
}

/** The same, while rendering. */
export function useRemembered(): string | undefined {
  return safeReturn(useSearchParams()[0].get('from'))
}

/** The address of another account page that remembers as much. */
export function withRemembered(path: string, from: string | undefined): string {
  return from ? `${path}?${new URLSearchParams({ from })}` : path
}
