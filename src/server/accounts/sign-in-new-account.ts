import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/**
 * Signs in whoever has just registered. The library's own way of doing so would answer a known
 * address with an error; without it both get the same answer, and only this session differs
 * (docs/decisions/0009). For a known address the answer names an account that does not exist.
 */
export const signInNewAccount = {
  id: 'sign-in-new-account',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/sign-up/email',
        handler: createAuthMiddleware(async (ctx) => {
          const answer = ctx.context.returned as { user?: { id: string } } | undefined
          const user = answer?.user && (await ctx.context.internalAdapter.findUserById(answer.user.id))
          if (!user) return
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ ...answer, token: session.token })
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin
