import { expect, it, vi } from 'vitest'
import { findOpenRedirect, openRedirectUrls } from '../../../../tests/support/open-redirect-urls.ts'
import { createCanonicalPathFinder } from './canonical-path.ts'
import { createRedirectFinder } from './redirects.ts'

const HERE = 'https://shop.example'

/** Creates a site with unchecked entries, as an import or older rules may leave them. */
function createSite(entries: Record<string, string>[]) {
  let version = 1
  const readRedirects = vi.fn(async () => entries)
  const contentVersion = { current: () => version, refresh: async () => version, currentThisTurn: () => version }
  const pagePaths = ['/', '/pricing/']
  const findCanonicalPath = createCanonicalPathFinder(pagePaths.map((path) => ({ path })))
  const find = createRedirectFinder({ contentVersion, readRedirects, origin: HERE, pagePaths, findCanonicalPath })
  const save = () => {
    version += 1
  }
  return { find, readRedirects, save }
}

const buildMovedEntry = (oldPath: string, newPath: string) => ({ oldPath, state: 'Moved', newPath })

it('never redirects to another site', async () => {
  for (const foreignUrl of openRedirectUrls) {
    for (const newPath of [foreignUrl, `/${foreignUrl}`, `/.${foreignUrl}`, `/x/..${foreignUrl}`]) {
      const { find } = createSite([buildMovedEntry('/old', newPath), buildMovedEntry('/before', '/old')])
      for (const requestedPath of ['/old', '/before', '/old?a=//evil.example', '/old?a=\\evil.example']) {
        const redirect = await find(requestedPath)
        if (redirect !== undefined && redirect !== 'gone')
          expect([newPath, findOpenRedirect(redirect.to, HERE)]).toEqual([newPath, undefined])
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
  expect(await find('/old')).toEqual({ to: '/new' })
})

it('uses the first of two entries for the same path', async () => {
  const { find } = createSite([buildMovedEntry('/Old', '/first'), buildMovedEntry('/old/', '/second')])
  expect(await find('/OLD')).toEqual({ to: '/first' })
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
  expect(await find('/old')).toEqual({ to: '/new' })
})

it('follows a chain of any length', async () => {
  const chain = Array.from({ length: 5_000 }, (_, nth) => buildMovedEntry(`/step-${nth}`, `/step-${nth + 1}`))
  expect(await createSite(chain).find('/step-0')).toEqual({ to: '/step-5000' })
})
