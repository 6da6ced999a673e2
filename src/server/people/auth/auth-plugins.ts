import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import * as z from 'zod/mini'

export type AuthPlugin = BetterAuthPlugin
export type RecoveryCodeGenerator = () => string[]

/** How long a person may take for the second step of a sign-in, in seconds. */
const SECOND_STEP_TTL_SECONDS = 10 * 60

/** Starts a session for a user whose identity our own code has verified. Only in-process calls reach it. */
export const sessionStarterPlugin = {
  id: 'start-session',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ userId: z.string() }) }, async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.userId)
      if (!user) throw new Error('The account no longer exists.')
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ token: session.token, user })
    }),
  },
} satisfies BetterAuthPlugin

/** Creates the second factor for both sign-in methods. These plugins must come before plugins that act on a sign-in. */
export function createSecondFactorPlugins(generateRecoveryCodes: RecoveryCodeGenerator) {
  return [
    twoFactor({
      issuer: 'Rankstead',
      // Our module asks a person without a password for a recent sign-in.
      allowPasswordless: true,
      twoFactorCookieMaxAge: SECOND_STEP_TTL_SECONDS,
      backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes },
    }),
    providerSecondStepPlugin,
  ] as const
}

/**
 * Asks for the second factor after an identity provider sign-in too. The library asks only after a password. The hook
 * deletes the new session and starts the library's own challenge instead.
 */
const providerSecondStepPlugin = {
  id: 'second-step-after-provider',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path?.startsWith('/callback/') === true,
        handler: createAuthMiddleware(async (ctx) => {
          const { newSession, internalAdapter, returned, secret } = ctx.context
          if (!newSession?.user.twoFactorEnabled) return
          deleteSessionCookie(ctx, true)
          await internalAdapter.deleteSession(newSession.session.token)
          ctx.context.setNewSession(null)
          const identifier = `2fa-${crypto.randomUUID()}`
          const expiresAt = new Date(Date.now() + SECOND_STEP_TTL_SECONDS * 1000)
          await internalAdapter.createVerificationValue({ value: newSession.user.id, identifier, expiresAt })
          await internalAdapter.createVerificationValue({ value: '0', identifier: `2fa-attempts-${identifier}`, expiresAt })
          const { name, attributes } = ctx.context.createAuthCookie('two_factor', { maxAge: SECOND_STEP_TTL_SECONDS })
          await ctx.setSignedCookie(name, identifier, secret, attributes)
          throw ctx.redirect(`/second-factor${buildReturnQuery(returned)}`)
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin

/** Turns the library's redirect into the query that names the page after the second step. */
function buildReturnQuery(returned: unknown): string {
  const { headers } = (returned ?? {}) as { headers?: ConstructorParameters<typeof Headers>[0] }
  const url = URL.parse(new Headers(headers).get('location') ?? '')
  return url ? `?from=${encodeURIComponent(url.pathname + url.search + url.hash)}` : ''
}
