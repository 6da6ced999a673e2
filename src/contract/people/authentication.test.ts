import { expect, it } from 'vitest'
import { credentialSchemas, MAX_PASSWORD_LENGTH } from './authentication.ts'

it('accepts any characters in a password, unchanged and up to the length of a passphrase', () => {
  for (const password of [
    '      ',
    ' a b c ',
    'maple lantern river',
    '密码密码密码',
    'Pässwört',
    '🏡🏡🏡',
    'x'.repeat(64),
    'x'.repeat(MAX_PASSWORD_LENGTH),
  ])
    expect(credentialSchemas.password.safeParse(password)).toMatchObject({ success: true, data: password })
})

it('refuses passwords that are too short, too long to hash, or not storable', () => {
  for (const password of ['', '12345', 'x'.repeat(MAX_PASSWORD_LENGTH + 1), 'maple\0lantern', 'maple \ud800'])
    expect([password, credentialSchemas.password.safeParse(password).success]).toEqual([password, false])
})
