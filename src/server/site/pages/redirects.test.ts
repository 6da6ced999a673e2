import { expect, it, vi } from 'vitest'
import { findOpenRedirect, openRedirectUrls } from '#tests/support/open-redirect-urls.ts'
import { createCanonicalPathFinder } from './canonical-path.ts'
import { createRedirectFinder } from './redirects.ts'

const HERE = 'https://shop.example'

/** Creates a site with unchecked entries, as an import or older rules may leave them. */
function createSite(entries: Record<string, string>[], recordPagePaths: string[] = []) {
  let version = 1
  const readRedirects = vi.fn(async () => entries)
  const contentVersion = { current: () => version, refresh: async () => version, currentThisTurn: () => version }
  const pagePaths = ['/', '/pricing/']
  const findCanonicalPath = createCanonicalPathFinder(pagePaths.map((path) => ({ path })))
  const { find: findRedirect, findByQuery } = createRedirectFinder({
    contentVersion,
    readRedirects,
    readListedPages: async () => recordPagePaths.map((path) => ({ path })),
    origin: HERE,
    pagePaths,
    findCanonicalPath,
  })
  const find = async (path: string) => (await findRedirect(path))?.to
  const save = () => {
    version += 1
  }
  return { find, findRedirect, findByQuery, readRedirects, save }
}

const buildMovedEntry = (oldPath: string, newPath: string) => ({ oldPath, state: 'Moved', newPath })

it('never redirects to another site', async () => {
  for (const foreignUrl of openRedirectUrls) {
    for (const newPath of [foreignUrl, `/${foreignUrl}`, `/.${foreignUrl}`, `/x/..${foreignUrl}`]) {
      const { find } = createSite([buildMovedEntry('/old', newPath), buildMovedEntry('/before', '/old')])
      for (const requestedPath of ['/old', '/before', '/old?a=//evil.example', '/old?a=\\evil.example']) {
        const to = await find(requestedPath)
        if (to !== undefined) expect([newPath, findOpenRedirect(to, HERE)]).toEqual([newPath, undefined])
      }
    }
  }
})

it('ignores invalid entries and paths', async () => {
  const brokenPaths = ['', '//', '/%', '/%ff', 'https://[', '//[', 'x:y', '/\ud800']
  const { find } = createSite([
    buildMovedEntry('/old', '/new'),
    ...brokenPaths.flatMap((path) => [buildMovedEntry(path, '/new'), buildMovedEntry(`/to${path}`, path)]),
  ])
  for (const requestedPath of ['/nothing', '/%', '/%ff', '//[', '//', '/\ud800'])
    await expect(find(requestedPath)).resolves.not.toThrow()
  for (const path of brokenPaths) await expect(find(`/to${path}`)).resolves.not.toThrow()
  expect(await find('/old')).toBe('/new')
})

it('uses the first of two entries for the same path', async () => {
  const { find } = createSite([buildMovedEntry('/Old', '/first'), buildMovedEntry('/old/', '/second')])
  expect(await find('/OLD')).toBe('/first')
})

it('reads the entries once per save for any number of missing paths', async () => {
  const { find, readRedirects, save } = createSite([buildMovedEntry('/old', '/new')])
  await Promise.all(['/a', '/b', '/old'].map(find))
  await find('/c')
  expect(readRedirects).toHaveBeenCalledTimes(1)
  save()
  await Promise.all([find('/d'), find('/old')])
  expect(readRedirects).toHaveBeenCalledTimes(2)
})

it('reads the entries again after a failed read', async () => {
  const { find, readRedirects } = createSite([buildMovedEntry('/old', '/new')])
  readRedirects.mockRejectedValueOnce(new Error('no database'))
  await expect(find('/old')).rejects.toThrow('no database')
  expect(await find('/old')).toBe('/new')
})

it('follows a chain of any length', async () => {
  const chain = Array.from({ length: 5_000 }, (_, nth) => buildMovedEntry(`/step-${nth}`, `/step-${nth + 1}`))
  expect(await createSite(chain).find('/step-0')).toBe('/step-5000')
})

const buildGoneEntry = (oldPath: string) => ({ oldPath, state: 'Gone', newPath: '' })

it('prefers the entry whose query has the most parameters of the request', async () => {
  const { find, findByQuery } = createSite([
    buildMovedEntry('/index.php', '/'),
    buildMovedEntry('/index.php?page=7', '/pricing/'),
    buildMovedEntry('/index.php?lang=en&page=7', '/contact'),
    buildMovedEntry('/?p=12', '/contact?from=blog'),
  ])
  expect(await find('/index.php')).toBe('/')
  expect(await find('/index.php?page=8')).toBe('/?page=8')
  expect(await find('/index.php?utm=a&page=7')).toBe('/pricing/?utm=a')
  expect(await find('/Index.php?page=7&lang=en')).toBe('/contact')
  expect((await findByQuery('/?p=12&utm=a'))?.to).toBe('/contact?from=blog')
  for (const path of ['/', '/?p=1', '/?P=12', '/index.php', '/index.php?page=8']) expect(await findByQuery(path)).toBeUndefined()
})

it('takes the plain text version along, and ignores other text files', async () => {
  const { find, findRedirect } = createSite([
    buildMovedEntry('/service/old', '/service/new'),
    buildMovedEntry('/old/', '/pricing/'),
    buildMovedEntry('/login-help', '/login'),
    buildGoneEntry('/service/closed'),
  ])
  expect(await find('/service/old.txt')).toBe('/service/new.txt')
  expect(await find('/old/index.txt')).toBe('/pricing/index.txt')
  expect(await findRedirect('/service/closed.txt')).toEqual({ to: undefined, usedIds: [] })
  for (const path of ['/login-help.txt', '/other.txt', '/.txt']) expect(await findRedirect(path)).toBeUndefined()
})

it('names the redirects of the owner that it used', async () => {
  const { findRedirect } = createSite([
    { ...buildMovedEntry('/a', '/b'), id: '1' },
    { ...buildMovedEntry('/b', '/c') },
    { ...buildGoneEntry('/c'), id: '3' },
  ])
  expect(await findRedirect('/a')).toEqual({ to: undefined, usedIds: ['1', '3'] })
})
