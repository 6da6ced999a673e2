import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { readConfig } from '#server/config/config.ts'
import { createMailModule } from '#server/mail/mail.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { buildTestEmail } from '../support/mail-server.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('email without a mail server', (kind) => {
  it('becomes a mail file and a log line', async () => {
    const config = readConfig(await kind.environment())
    const database = await openDatabase(config)
    const lines: string[] = []
    const log = { line: (line: string) => lines.push(line), problem: (error: unknown) => expect.fail(String(error)) }
    const mail = createMailModule({ database, config, log, loadBusiness: async () => buildBusinessFacts(undefined) })
    mail.start()
    await database.write((tx) => mail.enqueue(tx, buildTestEmail('Grüße aus der Straße')))
    mail.wake()
    await expect.poll(() => lines.length).toBe(1)
    await mail.close()
    await database.close()
    const folder = join(config.dataDir, 'mail')
    const [file = ''] = readdirSync(folder)
    const email = await PostalMime.parse(readFileSync(join(folder, file)))
    expect(email).toMatchObject({ subject: 'Grüße aus der Straße', to: [{ address: 'person@example.com' }] })
    expect(email.text).toContain('A line.\n\nGo there:\nhttp://127.0.0.1:3000/somewhere?a=b')
    expect(email.html).toContain('href="http://127.0.0.1:3000/somewhere?a=b"')
    expect(lines).toEqual([
      expect.stringContaining('Mail to person@example.com: Grüße aus der Straße  http://127.0.0.1:3000/somewhere?a=b'),
    ])
  })
})
