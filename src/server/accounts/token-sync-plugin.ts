import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { type JwtOptions, jwt, signJWT } from 'better-auth/plugins/jwt'
import { createTokenSync } from './token-sync.ts'

/** Every way to come in. Other paths renew a session, which is no sign-in. */
const SIGN_IN = /^\/(sign-in|sign-up|callback|two-factor\/verify|verify-email)/

/**
 * The ID tokens of this site (decision 10) and their way to the sync address. Belongs behind the
 * plugin of the second factor: before that has been passed nobody is signed in.
 */
export function tokenSync(url: string): BetterAuthPlugin[] {
  const options: JwtOptions = {
    disableSettingJwtHeader: true,
    // The algorithm that every OpenID library knows.
    jwks: { keyPairConfig: { alg: 'RS256' } },
    jwt: { expirationTime: '5m', audience: new URL(url).origin, definePayload: ({ user }) => claimsOf(user) },
  }
  return [jwt(options), syncPlugin(url, options)]
}

function syncPlugin(url: string, options: JwtOptions): BetterAuthPlugin {
  let log = (_sentence: string): void => undefined
  const sync = createTokenSync(url, (sentence) => log(sentence))
  return {
    id: 'token-sync',
    init: ({ logger }) => {
      log = (sentence) => logger.error(sentence)
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && SIGN_IN.test(path),
          handler: createAuthMiddleware(async (ctx) => {
            const user = ctx.context.newSession?.user
            const iat = Math.floor(Date.now() / 1000)
            if (user) sync.signedIn(() => signJWT(ctx, { options, payload: { ...claimsOf(user), sub: user.id, iat } }))
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-out',
          handler: createAuthMiddleware(async (ctx) => {
            const { name } = ctx.context.authCookies.sessionToken
            if (await ctx.getSignedCookie(name, ctx.context.secret)) sync.signedOut()
          }),
        },
      ],
    },
  }
}

function claimsOf({ email, emailVerified }: { email: string; emailVerified: boolean }) {
  return { email, email_verified: emailVerified }
}
