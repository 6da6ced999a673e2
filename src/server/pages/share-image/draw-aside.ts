import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { builtFile } from '../built.ts'
import type { CardWords } from './card.ts'

/** A drawing takes half a second; one that takes this long (ms) will not come. */
const PATIENCE = 30_000
const MOST_BYTES = 1024 * 1024

const run = promisify(execFile)
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws in a process of its own that ends with its image: it holds up nobody's answer, and the 100 MB that fonts
 * and drawing library take go with it. One at a time.
 */
export function drawAside(words: CardWords, crop: number): Promise<Uint8Array> {
  const image = last.then(async () => {
    const program = fileURLToPath(builtFile('server/draw-share-image.js'))
    const options = { encoding: 'buffer', timeout: PATIENCE, maxBuffer: MOST_BYTES, env: {} } as const
    return (await run(process.execPath, [program, JSON.stringify({ words, crop })], options)).stdout
  })
  last = image.catch(() => undefined)
  return image
}
