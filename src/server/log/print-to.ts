import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { LogOutput } from './log-output.ts'

/** Sends what libraries print on the console the way of every other line. */
export function printTo({ write }: LogOutput): void {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk))
      done()
    },
  })
  globalThis.console = new Console(stream)
}
