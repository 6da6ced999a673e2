import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { deleteMailFilesAboutOrders, deleteOldMailFiles, getEmailFilesFolder } from './transport.ts'

it.each([
  ['that are about an order', createTestFolder(), (dataDir: string) => deleteMailFilesAboutOrders(dataDir, ['order-7'])],
  ['that are old', createTestFolder(), (dataDir: string) => deleteOldMailFiles(dataDir, Date.now() + 60_000)],
])('deletes email files %s, also while one gets its final name', async (_, dataDir, deleteFiles) => {
  const folder = getEmailFilesFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  // A link to nothing stands for a file that was renamed after the folder was listed.
  symlinkSync(join(folder, 'nothing'), join(folder, 'renamed.eml.part'))
  for (const name of ['renamed.eml', 'other.eml.part', 'kept.txt']) writeFileSync(join(folder, name), 'About order-7')
  await deleteFiles(dataDir)
  expect(readdirSync(folder).toSorted()).toEqual(['kept.txt', 'renamed.eml.part'])
})
