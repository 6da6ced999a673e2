import { expect, it } from 'vitest'
import { assertUncommonPassword, isCommonPassword, loadCommonPasswordHashes } from './common-passwords.ts'

const email = 'Dana.Sample@example.com'

it('knows at least 3,000 common passwords', async () => {
  expect((await loadCommonPasswordHashes()).size).toBeGreaterThanOrEqual(3_000)
})

it('refuses common passwords in any case, the product name and the own email', async () => {
  for (const password of [
    '123456',
    'Password',
    'QWERTY123',
    'letmein',
    'iloveyou',
    '1q2w3e4r',
    'Rankstead',
    'dana.sample@example.com',
    'Dana.Sample',
  ])
    expect([password, await isCommonPassword(password, email)]).toEqual([password, true])
  const rejection = assertUncommonPassword('letmein', email, 'newPassword')
  await expect(rejection).rejects.toMatchObject({
    status: 400,
    fields: { newPassword: expect.stringContaining('too easy to guess') },
  })
})

it('accepts a password that only contains common passwords', async () => {
  for (const password of ['maple lantern river', '123456 dragon', 'dragon ', 'xx-password-xx', 'example.com'])
    expect([password, await isCommonPassword(password, email)]).toEqual([password, false])
})
