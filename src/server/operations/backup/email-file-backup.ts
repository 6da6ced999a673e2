import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getEmailFilesFolder, MAIL_FILE_PATTERN } from '../../mail/mail.ts'
import type { BackupFileContentLine } from './backup-format.ts'

export async function* readMailFiles(dataDir: string): AsyncGenerator<BackupFileContentLine> {
  const folder = getEmailFilesFolder(dataDir)
  for (const name of (await listFileNames(folder)).filter((fileName) => MAIL_FILE_PATTERN.test(fileName)).toSorted()) {
    yield { file: `mail/${name}`, bytes: await readFile(join(folder, name), 'base64') }
  }
}

/** Restores mail files without replacing existing ones. `undo` deletes the files that it wrote. */
export function createMailFileRestorer(dataDir: string) {
  const target = getEmailFilesFolder(dataDir)
  const written: string[] = []
  return {
    async write({ file, bytes }: BackupFileContentLine): Promise<void> {
      const [folder, name = ''] = file.split('/')
      if (folder !== 'mail' || !MAIL_FILE_PATTERN.test(name) || file !== `mail/${name}`)
        throw new Error(`It holds an unknown kind of file: ${file}.`)
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
