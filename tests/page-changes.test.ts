import { expect, it } from 'vitest'
import { readConfig } from '../src/server/config/config.ts'
import { openDatabase } from '../src/server/platform/db/db.ts'
import { pageChanges } from '../src/server/platform/db/migrations/0010-page-changes.ts'
import { onEveryDatabase } from './support/databases.ts'

onEveryDatabase('a database from before the pages had times', (kind) => {
  it('gives every page that there was the time of its last save, and none where nothing was ever saved', async () => {
    const { main, close } = await openDatabase(readConfig(await kind.environment()))
    const before = async () => {
      for (const table of ['page_change', 'index_now_page', 'index_now_turn'] as const)
        await main.schema.dropTable(table).execute()
      await pageChanges.up(main as never)
      return main.selectFrom('page_change').selectAll().orderBy('page').execute()
    }
    expect(await before()).toEqual([])
    for (const version of [1, 2]) {
      const revision = {
        kind: 'banner',
        record_id: 'one',
        data: '{}',
        author: 'owner@example.com',
        event: 'saved',
        sample: 0,
      } as const
      await main
        .insertInto('content_revision')
        .values({ ...revision, id: `id-${version}`, version, saved_at: version * 1_000 })
        .execute()
    }
    const names = ['Contact', 'Home', 'Pricing', 'Privacy', 'Services', 'Terms']
    expect(await before()).toEqual(names.map((page) => ({ page, changed_at: 2_000 })))
    await close()
  })
})
