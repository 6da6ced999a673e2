import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import * as z from 'zod/mini'

export type AuthPlugin = BetterAuthPlugin
export type GenerateRecoveryCodes = () => string[]

/** How long the second step of a sign-in may take, in seconds. */
const SECOND_STEP_TTL_SECONDS = 10 * 60

/** Logs in whoever has proved who they are in a way of ours; called in-process only, it has no path. */
export const startSessionPlugin = {
  id: 'start-session',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ userId: z.string() }) }, async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.userId)
      if (!user) throw new Error('The account is gone.')
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ token: session.token, user })
    }),
  },
} satisfies BetterAuthPlugin

/** The second factor, for sign-ins by password and by the identity provider alike. Belongs before whatever acts on a sign-in. */
export function createSecondFactorPlugins(generateRecoveryCodes: GenerateRecoveryCodes) {
  return [
    twoFactor({
      issuer: 'Rankstead',
      // Whoever has no password proves themselves by a recent sign-in; our module sees to that.
      allowPasswordless: true,
      twoFactorCookieMaxAge: SECOND_STEP_TTL_SECONDS,
      backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes },
    }),
    providerSecondStepPlugin,
  ] as const
}

/**
 * The library asks for the second factor after a password only. Whoever comes back from the identity
 * provider is asked as well: the session that was just made ends, and the same challenge takes its place.
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

/** Where the library was about to send the browser, as the page to go to after the second step. */
function buildReturnQuery(returned: unknown): string {
  const { headers } = (returned ?? {}) as { headers?: ConstructorParameters<typeof Headers>[0] }
  const url = URL.parse(new Headers(headers).get('location') ?? '')
  return url ? `?from=${encodeURIComponent(url.pathname + url.search + url.hash)}` : ''
}
