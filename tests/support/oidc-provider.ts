import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { buildIdentityProviderCallbackUrl } from '#server/people/identity-provider/callback-url.ts'
import { findFreePort } from './free-port.ts'

/** The user who signs in next. */
export type ProviderUser = { sub: string; email?: string; email_verified?: boolean }

export type TestOidcProvider = {
  issuer: string
  /** The configuration of a site that trusts this provider. */
  environment: Record<string, string>
  user: ProviderUser
  /** Changes the provider's replies until a test sets it back. */
  alterReply: ((route: string, body: Record<string, unknown>) => void) | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
}

const clientId = 'rankstead'
const clientSecret = 'a secret of the client'

// On each start, the library warns that this setup is not for production.
for (const level of ['info', 'warn'] as const) {
  const print = console[level]
  console[level] = (...texts) => {
    if (!String(texts[0]).startsWith('oidc-provider ')) print(...texts)
  }
}

/** Creates an OpenID provider on a free port of 127.0.0.1. The caller starts it. */
export async function createOidcProvider(
  user: ProviderUser,
): Promise<TestOidcProvider & { setSiteOrigin: (origin: string) => void }> {
  const port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  let server: Server | undefined
  let origin = 'http://127.0.0.1:3000'
  const self = {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    user,
    alterReply: undefined as TestOidcProvider['alterReply'],
    setSiteOrigin: (site: string) => {
      origin = site
    },
    async start() {
      const provider = buildProvider(self, buildIdentityProviderCallbackUrl(origin, { issuer }))
      server = createServer((request, response) => {
        if (request.url?.startsWith('/interaction/')) void handleInteraction(provider, self.user, request, response)
        else void provider.callback()(request, response)
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async stop() {
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    },
  }
  return self
}

function buildProvider(self: TestOidcProvider, redirectUri: string): Provider {
  const provider: Provider = new Provider(self.issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['for tests'] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...self.user, sub: accountId }) }),
    // The provider asks for no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId, clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const { route } = (context as { oidc?: { route?: string } }).oidc ?? {}
    if (route && typeof context.body === 'object') self.alterReply?.(route, context.body as Record<string, unknown>)
  })
  return provider
}

/** Serves a login page with one button. */
async function handleInteraction(
  provider: Provider,
  { sub }: ProviderUser,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    await provider.interactionFinished(request, response, { login: { accountId: sub } })
    return
  }
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(
    `<!DOCTYPE html><html lang="en"><title>Provider</title><form method="post"><button>Sign in as ${sub}</button></form>`,
  )
}
