import { expect, it } from 'vitest'
import { redirect } from '../../src/contract/content/kinds/redirect.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { bumpContentVersion, insertRecord } from '../../src/server/content/records/store.ts'
import { openDatabase } from '../../src/server/platform/db/open-database.ts'
import { findOpenRedirect, openRedirectUrls } from '../support/open-redirect-urls.ts'
import { type Role, roles, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SITE_ORIGIN = 'http://127.0.0.1:3000'

describeOnEachDatabase('an address that used to be a page', (database) => {
  const site = startAppForSuite(database)

  const add = (oldPath: string, newPath: string | null) =>
    site.request('POST', '/api/add-redirect', {
      as: 'admin',
      body: { oldPath, ...(newPath === null ? { state: 'Gone', newPath: '' } : { state: 'Moved', newPath }) },
    })
  async function enter(oldPath: string, newPath: string | null): Promise<void> {
    expect([oldPath, (await add(oldPath, newPath)).status]).toEqual([oldPath, 201])
  }
  /** As it may lie in a database that is older than the rules of today. */
  async function enterUnasked(oldPath: string, newPath: string): Promise<void> {
    const database = await openDatabase(readConfig(site.environment))
    await database.write(async (tx) => {
      await bumpContentVersion(tx)
      await insertRecord(tx, redirect, { oldPath, state: 'Moved', newPath }, { author: 'import' })
    })
    await database.close()
  }
  /** Where an address leads: a status, and a place where it has one. */
  async function ask(address: string, method = 'GET', as: Role = 'anonymous') {
    const { status, headers } = await site.request(method, address, { as })
    return [status, headers.location].filter((part) => part !== undefined)
  }

  it('leads to the page that took its place, for GET and HEAD, whoever asks', async () => {
    await enter('/blog/old-post', '/service/')
    for (const as of roles)
      for (const method of ['GET', 'HEAD']) expect(await ask('/blog/old-post', method, as)).toEqual([301, '/service/'])
    // A form has nobody to follow it.
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' }
    expect((await site.request('POST', '/blog/old-post', form)).status).not.toBe(301)
  })

  it('may be kept for an hour by visitors and by nobody for those who are signed in, so that the owner can think again', async () => {
    const { headers } = await site.request('GET', '/blog/old-post')
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', vary: 'cookie' })
    const signedInReply = await site.request('GET', '/blog/old-post', { as: 'customer' })
    expect(signedInReply.headers['cache-control']).toBe('private, no-store')
  })

  it('is the same in every spelling: with a slash at the end, in capitals, percent-encoded', async () => {
    await enter('/Café/menü/', '/pricing/')
    for (const address of ['/blog/old-post/', '/Blog/OLD-post', '/blog%2Fold%2dpost', '/./blog/x/../old-post'])
      expect([address, await ask(address)]).toEqual([address, [301, '/service/']])
    for (const address of ['/caf%C3%A9/men%c3%bc', '/CAF%C3%89/men%C3%BC/'])
      expect([address, await ask(address)]).toEqual([address, [301, '/pricing/']])
    for (const address of ['/blog', '/blog/old-post/x', '/blog/old-post//', '/blog/old-pos'])
      expect(await ask(address)).toEqual([404])
  })

  it('hands its query on, unless the new address has its own', async () => {
    await enter('/campaign', '/pricing/?plan=standard#packages')
    await enter('/questions', '/#faq')
    expect(await ask('/blog/old-post?utm=a%20b&c=1')).toEqual([301, '/service/?utm=a%20b&c=1'])
    expect(await ask('/campaign?plan=other')).toEqual([301, '/pricing/?plan=standard#packages'])
    expect(await ask('/questions/?utm=1')).toEqual([301, '/?utm=1#faq'])
  })

  it('leads to the end of a chain in one step, and nowhere where the chain is a circle', async () => {
    await enter('/first', '/second?kept=1')
    await enter('/second/', '/THIRD')
    await enter('/third', '/terms')
    expect(await ask('/first?lost=1')).toEqual([301, '/terms?kept=1'])
    await enter('/fourth', '/Service?plan=1#steps')
    expect(await ask('/fourth')).toEqual([301, '/service/?plan=1#steps'])
    for (const [from, to] of [
      ['/round-a', '/round-b'],
      ['/round-b', '/round-c/'],
      ['/round-c', '/Round-A'],
      ['/self', '/self/'],
      ['/into', '/round-a'],
    ] as const) {
      await enterUnasked(from, to)
    }
    for (const address of ['/round-a', '/round-b', '/round-c', '/self', '/into'])
      expect([address, await ask(address)]).toEqual([address, [404]])
  })

  it('is refused where nobody would be sent on: from a page that is there, or around in a circle', async () => {
    const refused = async (from: string, to: string) => {
      const { status, json } = await add(from, to)
      return [from, status, Object.keys((json() as { fields?: object }).fields ?? {})]
    }
    for (const path of ['/pricing', '/Pricing/', '/', '/login', '/setting'])
      expect(await refused(path, '/elsewhere')).toEqual([path, 400, ['oldPath']])
    await enter('/way-1', '/way-2')
    await enter('/way-2', '/way-3')
    expect(await refused('/way-3', '/WAY-1/')).toEqual(['/way-3', 400, ['newPath']])
    expect(await refused('/alone', '/Alone/')).toEqual(['/alone', 400, ['newPath']])
    await enter('/way-3', '/terms')
    expect(await ask('/way-1')).toEqual([301, '/terms'])
  })

  it('says that it is gone, inside the site’s own frame, also at the end of a chain', async () => {
    await enter('/closed', null)
    await enter('/before-closed', '/closed')
    for (const address of ['/closed', '/CLOSED/?a=1', '/before-closed']) {
      for (const as of roles) {
        const { status, headers, text } = await site.request('GET', address, { as })
        expect([address, status, headers['content-type'], headers['cache-control']]).toEqual([
          address,
          410,
          'text/html; charset=utf-8',
          'private, no-store',
        ])
        expect(text).toContain('This page is gone')
        expect(text).toContain('<meta name="robots" content="noindex"/>')
        expect(text).toContain('href="/"')
      }
      expect((await site.request('HEAD', address)).status).toBe(410)
    }
  })

  it('never takes a page away that is there, not even in the middle of a chain', async () => {
    for (const path of ['/pricing', '/', '/login', '/setting', '/favicon.svg', '/robots.txt', '/healthz'])
      await enterUnasked(path, '/elsewhere')
    await enter('/to-pricing', '/pricing/')
    await enter('/api/nothing', '/pricing/')
    for (const path of ['/pricing/', '/', '/login', '/favicon.svg', '/robots.txt', '/healthz'])
      expect([path, await ask(path)]).toEqual([path, [200]])
    expect(await ask('/pricing')).toEqual([301, '/pricing/'])
    expect(await ask('/setting')).toEqual([302, '/login?from=%2Fsetting'])
    expect(await ask('/to-pricing')).toEqual([301, '/pricing/'])
    // The calls are no pages.
    expect(await ask('/api/nothing')).toEqual([404])
  })

  it('follows an owner who thinks again, on the next load and in another process', async () => {
    const other = await startApp({ ...site.environment, SEED: 'none' })
    await enter('/changing', '/terms')
    const all = (await site.request('GET', '/api/redirects', { as: 'admin' })).json() as Record<string, string>[]
    const entry = all.find(({ oldPath }) => oldPath === '/changing')
    for (const to of ['/privacy', '/contact']) {
      const body = { ...entry, newPath: to, _version: undefined }
      expect((await site.request('PUT', `/api/redirects/${entry?._id}`, { as: 'admin', body })).status).toBe(200)
      expect(await ask('/changing')).toEqual([301, to])
      await expect.poll(async () => (await other.request('GET', '/changing')).headers.location).toBe(to)
    }
    await other.close()
  })

  it('never leads off the site, whatever is entered', async () => {
    for (const [nth, address] of openRedirectUrls.entries()) {
      const { status } = await add(`/away-${nth}`, address)
      expect([address, [201, 400].includes(status)]).toEqual([address, true])
      const { headers } = await site.request('GET', `/away-${nth}?x=//evil.example`)
      expect([address, findOpenRedirect(headers.location, SITE_ORIGIN)]).toEqual([address, undefined])
    }
    for (const address of [
      '//evil.example/first',
      '/%5cevil.example/first',
      '/.//evil.example/first',
      '//evil.example/..//first',
    ])
      expect([address, findOpenRedirect((await site.request('GET', address)).headers.location, SITE_ORIGIN)]).toEqual([
        address,
        undefined,
      ])
  })
})
