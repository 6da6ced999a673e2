/** Whether `npm run bench -- --short` runs: it shows that each benchmark works, and measures nothing. */
export const isShort = process.argv.includes('--short')

/** Picks the size of a benchmark, or its short form. */
export function pickSize<T>({ short, whole }: { short: T; whole: T }): T {
  return isShort ? short : whole
}
