import { useEffect, useRef, useState } from 'react'

/** The text once it has not changed for `rest` ms; empty until it changes for the first time. */
export function useRested(text: string, rest: number): string {
  const first = useRef(text)
  const [rested, setRested] = useState('')
  useEffect(() => {
    if (text === first.current && rested === '') return
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text, rest, rested])
  return rested
}
