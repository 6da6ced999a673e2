import { describe, expect, it } from 'vitest'
import { credentialSchemas, emailLinkTokenSchema } from '../people/authentication.ts'
import { buildFieldSchema, emailField, linkField, sitePathField, textField } from './field.ts'
import { removeInvisibleCharacters } from './remove-invisible-characters.ts'
import { emailSchema, imageUrlSchema, isEmail, textSchema } from './text-schemas.ts'

/** Characters that Word, messengers, spreadsheets and web pages leave in copied text. */
const invisibleCharacters = {
  'zero-width space': '\u200b',
  'zero-width non-joiner': '\u200c',
  'zero-width joiner': '\u200d',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'Arabic letter mark': '\u061c',
  'left-to-right embedding': '\u202a',
  'end of embedding': '\u202c',
  'right-to-left override': '\u202e',
  'word joiner': '\u2060',
  'invisible times': '\u2062',
  'first strong isolate': '\u2068',
  'end of isolate': '\u2069',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'variation selector': '\ufe0f',
  'Mongolian vowel separator': '\u180e',
  tag: '\u{e0041}',
}
const oddSpaces = ['\u00a0', '\u2007', '\u2009', '\u202f', '\u3000', '\u2800', '\u0085', '\u2028', '\t', '\r\n']

const identifiers = [
  [emailSchema('Email'), 'pay@example-agency.com'],
  [buildFieldSchema(emailField('Email')), 'partner@example.org'],
  [credentialSchemas.email, 'owner@example.com'],
  [buildFieldSchema(linkField('Link')), 'https://example.com/page?a=b'],
  [imageUrlSchema('Image'), '/photo.jpg'],
  [buildFieldSchema(sitePathField('Old address')), '/old-page'],
  [buildFieldSchema(textField('Phone number', { isIdentifier: true })), '+1 202-555-0142'],
  [textSchema('Code', { isIdentifier: true }), 'ABCD-1234'],
  [emailLinkTokenSchema, 'aB3_-x'],
] as const

describe('an identifier', () => {
  it.each(Object.entries(invisibleCharacters))('loses a %s, wherever it stands', (_, character) => {
    for (const [schema, value] of identifiers) {
      const middle = value.length >> 1
      for (const typed of [character + value, value + character, value.slice(0, middle) + character + value.slice(middle)])
        expect([value, schema.safeParse(typed).data]).toEqual([value, value])
    }
  })

  it('loses spaces of every kind at its ends, and keeps an ordinary one for each inside', () => {
    for (const space of oddSpaces) {
      for (const [schema, value] of identifiers) expect(schema.safeParse(space + value + space).data).toBe(value)
      if (space.length === 1 && /[^\t\u2028]/.test(space)) expect(removeInvisibleCharacters(`+1${space}202`)).toBe('+1 202')
    }
  })

  it('is missing if only invisible characters are left', () => {
    for (const typed of ['\u200b', '\ufeff\u00a0', '\u2800'])
      expect(emailSchema('Email').safeParse(typed).error?.issues[0]?.message).toBe('Email is required.')
    expect(emailSchema('Email', { optional: true }).parse('\u200b')).toBe('')
  })

  it('is no email with an invisible character', () => {
    for (const character of Object.values(invisibleCharacters))
      expect([character, isEmail(`pay${character}@example.com`)]).toEqual([character, false])
  })
})

it('a text keeps its joiners', () => {
  expect(textSchema('Text').parse(' می\u200cخواهم ')).toBe(' می\u200cخواهم ')
})
