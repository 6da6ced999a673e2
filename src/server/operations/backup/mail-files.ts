import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getMailFolder, MAIL_FILE_PATTERN } from '../../mail/mail.ts'
import type { FileLine } from './archive-format.ts'

/** The mail files of a data folder. */
export async function* readMailFiles(dataDir: string): AsyncGenerator<FileLine> {
  const folder = getMailFolder(dataDir)
  for (const name of (await listFileNames(folder)).filter((one) => MAIL_FILE_PATTERN.test(one)).toSorted()) {
    yield { file: `mail/${name}`, bytes: await readFile(join(folder, name), 'base64') }
  }
}

/** Puts them back, until `undo` takes them away again; one that is there already stays as it is. */
export function createMailFileWriter(dataDir: string) {
  const target = getMailFolder(dataDir)
  const written: string[] = []
  return {
    async write({ file, bytes }: FileLine): Promise<void> {
      const [folder, name = ''] = file.split('/')
      if (folder !== 'mail' || !MAIL_FILE_PATTERN.test(name) || file !== `mail/${name}`)
        throw new Error(`It holds a file of another kind: ${file}.`)
      await mkdir(target, { mode: 0o700, recursive: true })
      const path = join(target, name)
      try {
        await writeFile(path, Buffer.from(bytes, 'base64'), { flag: 'wx', mode: 0o600 })
        written.push(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    },
    async undo(): Promise<void> {
      for (const path of written) await rm(path, { force: true })
    },
  }
}

async function listFileNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
