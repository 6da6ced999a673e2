import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressBest, compressFast, matchesEtag, negotiateEncoding } from './content-encoding.ts'

it('prefers brotli, then gzip, and never sends an encoding that the client refuses', () => {
  const cases: [string | undefined, string][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', 'identity'],
    ['GZIP', 'gzip'],
    ['brotli', 'identity'],
    ['x-gzip-like, deflate', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ]
  for (const [accepted, encoding] of cases) expect([accepted, negotiateEncoding(accepted)]).toEqual([accepted, encoding])
})

it('encodes the same page fast or small, with ETags that match in a weak comparison', async () => {
  const text = 'A page that repeats itself. '.repeat(500)
  const [quick, well] = [await compressFast(text), await compressBest(text)]
  for (const { br, gzip, identity } of [quick, well]) {
    expect(brotliDecompressSync(br.body).toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(identity.body.toString()).toBe(text)
    expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3)
  }
  expect(well.br.body.length).toBeLessThanOrEqual(quick.br.body.length)
  expect(matchesEtag(`"other", ${quick.br.etag}`, well.br.etag)).toBe(true)
  expect(matchesEtag('*', well.br.etag)).toBe(true)
  expect(matchesEtag(quick.gzip.etag, well.br.etag)).toBe(false)
  expect(matchesEtag(undefined, well.br.etag)).toBe(false)
})
