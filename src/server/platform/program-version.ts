import { readFileSync } from 'node:fs'
import { getBuiltFileUrl } from './built-file-url.ts'

/** The version of this program. It says nothing about the data: see `getDataFormat` in `db/migrate.ts`. */
export const { version: PROGRAM_VERSION } = JSON.parse(readFileSync(getBuiltFileUrl('../package.json'), 'utf8')) as {
  version: string
}
