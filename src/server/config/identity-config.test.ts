import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const google = { GOOGLE_CLIENT_ID: 'id of google', GOOGLE_CLIENT_SECRET: 'secret of google' }
const oidc = { OIDC_ISSUER: 'https://login.example.com/realm', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }

it('has no identity provider and no token sync unless the settings name them', () => {
  expect(readConfig({})).toMatchObject({ provider: undefined, tokenSyncUrl: undefined })
  expect(readConfig({ OIDC_ISSUER: '', GOOGLE_CLIENT_ID: '', TOKEN_SYNC_URL: '' }).provider).toBeUndefined()
})

it('treats Google like any other issuer', () => {
  expect(readConfig(google).provider).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'id of google',
    clientSecret: 'secret of google',
  })
  expect(readConfig(oidc).provider).toEqual({ issuer: oidc.OIDC_ISSUER, clientId: 'id', clientSecret: 'secret' })
})

it('refuses two providers and an incomplete provider without showing a secret', () => {
  const faults = [
    [{ ...google, ...oidc }, /either the GOOGLE_ or the OIDC_ variables/],
    [{ GOOGLE_CLIENT_ID: 'id' }, /GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET go together/],
    [{ ...oidc, OIDC_ISSUER: '' }, /OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET go together/],
  ] as const
  for (const [environment, sentence] of faults) {
    expect(() => readConfig(environment)).toThrow(sentence)
    expect(() => readConfig(environment)).not.toThrow(/secret of google/)
  }
})

it('sends codes and tokens over https or to this machine only', () => {
  const safe = [
    'https://a.example',
    'https://a.example/path?x=1',
    'http://127.0.0.1:4000',
    'http://localhost/x',
    'http://[::1]:1/',
  ]
  const unsafe = [
    'http://a.example',
    'http://127.0.0.1.a.example',
    'http://10.0.0.1',
    'ftp://localhost',
    'https://u:p@a.example',
    'a.example',
    'https://a.example/#x',
  ]
  for (const url of safe) {
    expect(readConfig({ TOKEN_SYNC_URL: url }).tokenSyncUrl).toBe(url)
    expect(readConfig({ ...oidc, OIDC_ISSUER: url }).provider?.issuer).toBe(url)
  }
  for (const url of unsafe) {
    expect(() => readConfig({ TOKEN_SYNC_URL: url }), url).toThrow(/TOKEN_SYNC_URL/)
    expect(() => readConfig({ ...oidc, OIDC_ISSUER: url }), url).toThrow(/OIDC_ISSUER/)
  }
})
