import { expect, it, vi } from 'vitest'
import { foreignAddresses, leavesFor } from '../../../../tests/support/foreign-addresses.ts'
import { createCanonicalAddress } from './canonical-address.ts'
import { createRedirects } from './redirects.ts'

const HERE = 'https://shop.example'

/** A site with these entries, as an import or the rules of an earlier day may have left them: none was checked. */
function siteWith(entries: Record<string, string>[]) {
  let version = 1
  const readRedirects = vi.fn(async () => entries)
  const contentVersion = { current: () => version, refresh: async () => version, thisTurn: () => version }
  const pagePaths = ['/', '/pricing/']
  const canonicalAddress = createCanonicalAddress(pagePaths.map((path) => ({ path })))
  const find = createRedirects({ contentVersion, readRedirects, origin: HERE, pagePaths, canonicalAddress })
  const save = () => {
    version += 1
  }
  return { find, readRedirects, save }
}

const moved = (oldPath: string, newPath: string) => ({ oldPath, state: 'Moved', newPath })

it('leads nobody off the site, whatever the database holds', async () => {
  for (const address of foreignAddresses) {
    for (const newPath of [address, `/${address}`, `/.${address}`, `/x/..${address}`]) {
      const { find } = siteWith([moved('/old', newPath), moved('/before', '/old')])
      for (const asked of ['/old', '/before', '/old?a=//evil.example', '/old?a=\\evil.example']) {
        const way = await find(asked)
        if (way !== undefined && way !== 'gone') expect([newPath, leavesFor(way.to, HERE)]).toEqual([newPath, undefined])
      }
    }
  }
})

it('survives entries and addresses that are no addresses', async () => {
  const broken = ['', '//', '/%', '/%ff', 'https://[', '//[', 'x:y', '/\ud800']
  const { find } = siteWith([moved('/old', '/new'), ...broken.flatMap((one) => [moved(one, '/new'), moved(`/to${one}`, one)])])
  for (const asked of ['/nothing', '/%', '/%ff', '//[', '//', '/\ud800']) await expect(find(asked)).resolves.not.toThrow()
  for (const one of broken) await expect(find(`/to${one}`)).resolves.not.toThrow()
  expect(await find('/old')).toEqual({ to: '/new' })
})

it('lets the first of two entries count that mean the same address', async () => {
  const { find } = siteWith([moved('/Old', '/first'), moved('/old/', '/second')])
  expect(await find('/OLD')).toEqual({ to: '/first' })
})

it('reads the entries once after each save, however many addresses are missing', async () => {
  const { find, readRedirects, save } = siteWith([moved('/old', '/new')])
  await Promise.all(['/a', '/b', '/old'].map(find))
  await find('/c')
  expect(readRedirects).toHaveBeenCalledTimes(1)
  save()
  await Promise.all([find('/d'), find('/old')])
  expect(readRedirects).toHaveBeenCalledTimes(2)
})

it('reads them again after a reading that failed', async () => {
  const { find, readRedirects } = siteWith([moved('/old', '/new')])
  readRedirects.mockRejectedValueOnce(new Error('the database is away'))
  await expect(find('/old')).rejects.toThrow('the database is away')
  expect(await find('/old')).toEqual({ to: '/new' })
})

it('follows a chain of any length to its end', async () => {
  const chain = Array.from({ length: 5_000 }, (_, nth) => moved(`/step-${nth}`, `/step-${nth + 1}`))
  expect(await siteWith(chain).find('/step-0')).toEqual({ to: '/step-5000' })
})
