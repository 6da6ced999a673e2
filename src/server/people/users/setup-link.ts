import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

/**
 * Hands the link that makes the first admin to whoever starts the site. Under https, where the output is kept as a
 * log that others read, in a file of its own that only the site's user can open.
 */
export function createSetupLink({ origins: [origin], dataDir }: Pick<Config, 'origins' | 'dataDir'>) {
  const file = join(dataDir, 'set-up-link.txt')
  const remove = () => rm(file, { force: true })
  return {
    /** Answers what to print: the link, or where it is. Takes the place of an earlier one. */
    async publish(code: string): Promise<string> {
      const link = `${origin}/add-user?code=${code}`
      await remove()
      if (!origin.startsWith('https:')) return link
      await writeFile(file, `${link}\n`, { mode: 0o600 })
      return `open the link in ${file}`
    },
    withdraw: remove,
  }
}
