import { validateToken } from 'better-auth/oauth2'
import * as z from 'zod/mini'
import { isEmail, isStorable } from '../../../contract/grammar/text.ts'
import type { ProviderConfig } from '../../config/identity-config.ts'
import { ask, type Discovery } from './discovery.ts'

/** The provider's token response, as far as we use it. */
export const tokenReply = z.object({ id_token: z.string(), access_token: z.optional(z.string()) })

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.refine(isStorable)),
  nonce: z.string(),
  exp: z.number(),
  azp: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
})
const userInfo = z.pick(claims, { sub: true, email: true, email_verified: true })

/** `email` only where the provider says that it has verified it. */
export type Identity = { subject: string; email: string | undefined }

/**
 * Who has signed in: the ID token is checked in full (signature, issuer, audience, expiry, nonce;
 * OpenID Connect Core section 3.1.3.7) before anything in it is believed. Throws where it fails.
 */
export async function verifyIdToken(
  { issuer, clientId }: ProviderConfig,
  { jwks_uri, userinfo_endpoint }: Discovery,
  { id_token, access_token }: z.infer<typeof tokenReply>,
  nonce: string,
): Promise<Identity> {
  const { payload } = await validateToken(id_token, jwks_uri, { issuer, audience: clientId })
  const told = claims.parse(payload)
  if (told.nonce !== nonce) throw new Error('the ID token was made for another sign-in')
  if (told.azp !== undefined && told.azp !== clientId) throw new Error('the ID token was made for another site')
  const isComplete = told.email !== undefined || !userinfo_endpoint || !access_token
  return identityOf(isComplete ? told : await askForUser(userinfo_endpoint, access_token, told.sub))
}

/** Many providers keep the email out of the ID token. The reply counts only for the same subject (section 5.3.2). */
async function askForUser(address: string, accessToken: string, subject: string): Promise<z.infer<typeof userInfo>> {
  const told = userInfo.parse(await ask(address, { headers: { authorization: `Bearer ${accessToken}` } }))
  if (told.sub !== subject) throw new Error(`${address} answered for somebody else`)
  return told
}

function identityOf({ sub, email, email_verified }: z.infer<typeof userInfo>): Identity {
  const isUsable = email !== undefined && email_verified === true && isEmail(email) && isStorable(email)
  return { subject: sub, email: isUsable ? email.toLowerCase() : undefined }
}
