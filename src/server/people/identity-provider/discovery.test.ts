import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discover } from './discovery.ts'

let described: object | undefined
const server = createServer((_request, response) => {
  if (described) response.setHeader('content-type', 'application/json').end(JSON.stringify(described))
  else response.writeHead(302, { location: '/elsewhere' }).end()
})
let issuer = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const descriptionOf = (name: string) => ({
  issuer: name,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

it('takes the description that names exactly the issuer that was asked', async () => {
  described = descriptionOf(issuer)
  expect(await discover(issuer)).toMatchObject({ issuer, token_endpoint: `${issuer}/token` })
})

it('takes none that names another issuer, none without its addresses, and follows no redirect to one', async () => {
  for (const name of [`${issuer}/`, 'https://accounts.google.com', '']) {
    described = descriptionOf(name)
    await expect(discover(issuer)).rejects.toThrow('names another issuer')
  }
  described = { issuer }
  await expect(discover(issuer)).rejects.toThrow('is not the description of an OpenID provider')
  described = undefined
  await expect(discover(issuer)).rejects.toThrow('cannot be reached')
})
