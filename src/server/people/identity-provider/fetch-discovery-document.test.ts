import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchDiscoveryDocument } from './fetch-discovery-document.ts'

let discoveryDocument: object | undefined
const server = createServer((_request, response) => {
  if (discoveryDocument) response.setHeader('content-type', 'application/json').end(JSON.stringify(discoveryDocument))
  else response.writeHead(302, { location: '/elsewhere' }).end()
})
let issuer = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const buildDiscoveryDocument = (name: string) => ({
  issuer: name,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

it('accepts a discovery document with exactly the configured issuer', async () => {
  discoveryDocument = buildDiscoveryDocument(issuer)
  expect(await fetchDiscoveryDocument(issuer)).toMatchObject({ issuer, token_endpoint: `${issuer}/token` })
})

it('rejects another issuer, a document without endpoints, and a redirect', async () => {
  for (const name of [`${issuer}/`, 'https://accounts.google.com', '']) {
    discoveryDocument = buildDiscoveryDocument(name)
    await expect(fetchDiscoveryDocument(issuer)).rejects.toThrow('names another issuer')
  }
  discoveryDocument = { issuer }
  await expect(fetchDiscoveryDocument(issuer)).rejects.toThrow('is not the description of an OpenID provider')
  discoveryDocument = undefined
  await expect(fetchDiscoveryDocument(issuer)).rejects.toThrow('cannot be reached')
})
