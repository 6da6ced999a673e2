import { expect, it } from 'vitest'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { bumpContentVersion } from '#platform/db/bump-content-version.ts'
import { readConfig } from '#server/config/config.ts'
import { insertRecord } from '#server/content/records/store.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { type Role, roles, startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase, describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('a redirect', (database) => {
  const site = startAppForSuite(database)

  const postRedirect = (oldPath: string, newPath: string | null) =>
    site.request('POST', '/api/add-redirect', {
      as: 'admin',
      body: { oldPath, ...(newPath === null ? { state: 'Gone', newPath: '' } : { state: 'Moved', newPath }) },
    })
  async function addRedirect(oldPath: string, newPath: string | null): Promise<void> {
    expect([oldPath, (await postRedirect(oldPath, newPath)).status]).toEqual([oldPath, 201])
  }
  /** Inserts a redirect that the server would refuse. An older database may hold one. */
  async function insertRedirect(oldPath: string, newPath: string): Promise<void> {
    const database = await openDatabase(readConfig(site.environment))
    await database.write(async (tx) => {
      await bumpContentVersion(tx)
      await insertRecord(tx, redirect, { oldPath, state: 'Moved', newPath }, { author: 'import' })
    })
    await database.close()
  }
  /** Returns the status, and the location if there is one. */
  async function follow(path: string, method = 'GET', as: Role = 'anonymous') {
    const { status, headers } = await site.request(method, path, { as })
    return [status, headers.location].filter((part) => part !== undefined)
  }

  it('sends GET and HEAD to the new page, for every role', async () => {
    await addRedirect('/blog/old-post', '/service/')
    for (const as of roles)
      for (const method of ['GET', 'HEAD']) expect(await follow('/blog/old-post', method, as)).toEqual([301, '/service/'])
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' }
    expect((await site.request('POST', '/blog/old-post', form)).status).not.toBe(301)
  })

  it('is cached for an hour for visitors, and never for signed-in people', async () => {
    const { headers } = await site.request('GET', '/blog/old-post')
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', vary: 'cookie' })
    const signedInReply = await site.request('GET', '/blog/old-post', { as: 'customer' })
    expect(signedInReply.headers['cache-control']).toBe('private, no-store')
  })

  it('matches every spelling: with a final slash, in capitals, percent-encoded', async () => {
    await addRedirect('/Café/menü/', '/pricing/')
    for (const path of ['/blog/old-post/', '/Blog/OLD-post', '/blog%2Fold%2dpost', '/./blog/x/../old-post'])
      expect([path, await follow(path)]).toEqual([path, [301, '/service/']])
    for (const path of ['/caf%C3%A9/men%c3%bc', '/CAF%C3%89/men%C3%BC/'])
      expect([path, await follow(path)]).toEqual([path, [301, '/pricing/']])
    for (const path of ['/blog', '/blog/old-post/x', '/blog/old-post//', '/blog/old-pos'])
      expect(await follow(path)).toEqual([404])
  })

  it('keeps the query, unless the new path has its own', async () => {
    await addRedirect('/campaign', '/pricing/?plan=standard#packages')
    await addRedirect('/questions', '/#faq')
    expect(await follow('/blog/old-post?utm=a%20b&c=1')).toEqual([301, '/service/?utm=a%20b&c=1'])
    expect(await follow('/campaign?plan=other')).toEqual([301, '/pricing/?plan=standard#packages'])
    expect(await follow('/questions/?utm=1')).toEqual([301, '/?utm=1#faq'])
  })

  it('goes to the end of a chain in one step, and answers 404 for a circle', async () => {
    await addRedirect('/first', '/second?kept=1')
    await addRedirect('/second/', '/THIRD')
    await addRedirect('/third', '/terms')
    expect(await follow('/first?lost=1')).toEqual([301, '/terms?kept=1'])
    await addRedirect('/fourth', '/Service?plan=1#steps')
    expect(await follow('/fourth')).toEqual([301, '/service/?plan=1#steps'])
    for (const [from, to] of [
      ['/round-a', '/round-b'],
      ['/round-b', '/round-c/'],
      ['/round-c', '/Round-A'],
      ['/self', '/self/'],
      ['/into', '/round-a'],
    ] as const) {
      await insertRedirect(from, to)
    }
    for (const path of ['/round-a', '/round-b', '/round-c', '/self', '/into'])
      expect([path, await follow(path)]).toEqual([path, [404]])
  })

  it('can’t be saved from an existing page, or in a circle', async () => {
    const saveInvalid = async (from: string, to: string) => {
      const { status, json } = await postRedirect(from, to)
      return [from, status, Object.keys((json() as { fields?: object }).fields ?? {})]
    }
    for (const path of ['/pricing', '/Pricing/', '/', '/login', '/setting'])
      expect(await saveInvalid(path, '/elsewhere')).toEqual([path, 400, ['oldPath']])
    await addRedirect('/way-1', '/way-2')
    await addRedirect('/way-2', '/way-3')
    expect(await saveInvalid('/way-3', '/WAY-1/')).toEqual(['/way-3', 400, ['newPath']])
    expect(await saveInvalid('/alone', '/Alone/')).toEqual(['/alone', 400, ['newPath']])
    await addRedirect('/way-3', '/terms')
    expect(await follow('/way-1')).toEqual([301, '/terms'])
  })

  it('maps an old URL with a query, also one at the path of a page', async () => {
    await addRedirect('/index.php?id=7', '/terms')
    await addRedirect('/?p=12', '/service/')
    expect(await follow('/index.php?utm=1&id=7')).toEqual([301, '/terms?utm=1'])
    expect(await follow('/index.php?id=8')).toEqual([404])
    for (const as of roles) expect(await follow('/?p=12', 'GET', as)).toEqual([301, '/service/'])
    for (const path of ['/', '/?p=13', '/?utm=1']) expect([path, await follow(path)]).toEqual([path, [200]])
  })

  it('can’t contain an asterisk or a fragment', async () => {
    for (const [oldPath, newPath, field] of [
      ['/blog/*', '/service/', 'oldPath'],
      ['/blog', '/service/*', 'newPath'],
      ['/blog#top', '/service/', 'oldPath'],
    ] as const) {
      const reply = await postRedirect(oldPath, newPath)
      expect([reply.status, Object.keys((reply.json() as { fields: object }).fields)]).toEqual([400, [field]])
    }
  })

  it('with the state Gone answers 410 with a page, also at the end of a chain', async () => {
    await addRedirect('/closed', null)
    await addRedirect('/before-closed', '/closed')
    for (const path of ['/closed', '/CLOSED/?a=1', '/before-closed']) {
      for (const as of roles) {
        const { status, headers, text } = await site.request('GET', path, { as })
        expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
          path,
          410,
          'text/html; charset=utf-8',
          'private, no-store',
        ])
        expect(text).toContain('This page is gone')
        expect(text).toContain('<meta name="robots" content="noindex"/>')
        expect(text).toContain('href="/"')
      }
      expect((await site.request('HEAD', path)).status).toBe(410)
    }
  })

  it('never hides an existing page, not even inside a chain', async () => {
    for (const path of ['/pricing', '/', '/login', '/setting', '/favicon.svg', '/robots.txt', '/healthz'])
      await insertRedirect(path, '/elsewhere')
    await addRedirect('/to-pricing', '/pricing/')
    await addRedirect('/api/nothing', '/pricing/')
    for (const path of ['/pricing/', '/', '/login', '/favicon.svg', '/robots.txt', '/healthz'])
      expect([path, await follow(path)]).toEqual([path, [200]])
    expect(await follow('/pricing')).toEqual([301, '/pricing/'])
    expect(await follow('/setting')).toEqual([302, '/login?from=%2Fsetting'])
    expect(await follow('/to-pricing')).toEqual([301, '/pricing/'])
    expect(await follow('/api/nothing')).toEqual([404])
  })

  it('never hides a service page from the links to its former address', async () => {
    const addService = (title: string) =>
      site.request('POST', '/api/add-service-item', {
        as: 'admin',
        body: { ...buildRecordValues(serviceItem), serviceTitle: title },
      })
    for (const [title, to] of [
      ['Maps', '/service/local-maps'],
      ['Links', '/terms'],
    ] as const) {
      const path = `/service/${title.toLowerCase()}`
      await addRedirect(path, to)
      const { record } = (await addService(`Local ${title}`)).json() as { record: Record<string, string> }
      expect(await follow(path)).toEqual([301, to])
      const renamed = { ...buildRecordValues(serviceItem), serviceTitle: title }
      expect((await site.request('PUT', `/api/service-item/${record._id}`, { as: 'admin', body: renamed })).status).toBe(200)
      expect(await follow(path)).toEqual([200])
      expect(await follow(record._path ?? '')).toEqual([301, path])
    }
  })
})

describeOnEachDatabase('a redirect that an owner saves', (database) => {
  const site = startAppForSuite(database)

  it('changes on the next load after a save, in another process too', async () => {
    const other = await startApp({ ...site.environment, SEED: 'none' })
    const body = { oldPath: '/changing', state: 'Moved', newPath: '/terms' }
    expect((await site.request('POST', '/api/add-redirect', { as: 'admin', body })).status).toBe(201)
    const all = (await site.request('GET', '/api/redirects', { as: 'admin' })).json() as Record<string, string>[]
    const entry = all.find(({ oldPath }) => oldPath === '/changing')
    for (const to of ['/privacy', '/contact']) {
      const body = { ...entry, newPath: to, _version: undefined }
      expect((await site.request('PUT', `/api/redirects/${entry?._id}`, { as: 'admin', body })).status).toBe(200)
      expect((await site.request('GET', '/changing')).headers.location).toBe(to)
      await expect.poll(async () => (await other.request('GET', '/changing')).headers.location).toBe(to)
    }
    await other.close()
  })
})
