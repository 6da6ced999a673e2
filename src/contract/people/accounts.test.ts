import { expect, it } from 'vitest'
import { credentials, MAX_PASSWORD } from './accounts.ts'

it('takes any signs for a password, as they were typed and up to a length that phrases have', () => {
  for (const typed of [
    '      ',
    ' a b c ',
    'maple lantern river',
    '密码密码密码',
    'Pässwört',
    '🏡🏡🏡',
    'x'.repeat(64),
    'x'.repeat(MAX_PASSWORD),
  ])
    expect(credentials.password.safeParse(typed)).toMatchObject({ success: true, data: typed })
})

it('refuses passwords that are too short, too long to be hashed, or cannot be stored', () => {
  for (const typed of ['', '12345', 'x'.repeat(MAX_PASSWORD + 1), 'maple\0lantern', 'maple \ud800'])
    expect([typed, credentials.password.safeParse(typed).success]).toEqual([typed, false])
})
