import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { SECOND_STEP_LASTS } from './second-step-lasts.ts'

/**
 * The library asks for the second factor after a password only. Whoever comes back from the identity
 * provider is asked as well: the session that was just made ends, and the same challenge takes its place.
 */
export const secondStepAfterProvider = {
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
          const expiresAt = new Date(Date.now() + SECOND_STEP_LASTS * 1000)
          await internalAdapter.createVerificationValue({ value: newSession.user.id, identifier, expiresAt })
          await internalAdapter.createVerificationValue({ value: '0', identifier: `2fa-attempts-${identifier}`, expiresAt })
          const { name, attributes } = ctx.context.createAuthCookie('two_factor', { maxAge: SECOND_STEP_LASTS })
          await ctx.setSignedCookie(name, identifier, secret, attributes)
          throw ctx.redirect(`/second-factor${rememberedIn(returned)}`)
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin

/** Where the library was about to send the browser, as the page to go to after the second step. */
function rememberedIn(returned: unknown): string {
  const { headers } = (returned ?? {}) as { headers?: ConstructorParameters<typeof Headers>[0] }
  const url = URL.parse(new Headers(headers).get('location') ?? '')
  return url ? `?from=${encodeURIComponent(url.pathname + url.search + url.hash)}` : ''
}
