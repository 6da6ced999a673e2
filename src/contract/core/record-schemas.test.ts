import { describe, expect, it } from 'vitest'
import { about } from '../content/kinds/about.ts'
import { banner } from '../content/kinds/banner.ts'
import { businessInfo } from '../content/kinds/business-info.ts'
import { pricingPackage } from '../content/kinds/pricing-package.ts'
import { redirect } from '../content/kinds/redirect.ts'
import { serviceItem } from '../content/kinds/service-item.ts'
import { contentKinds } from '../content-kinds.ts'
import type { ContentKind } from './content-kind.ts'
import type { FieldDeclaration } from './field.ts'
import { buildAddRecordSchema, buildRecordReplySchema, buildUpdateRecordSchema, copyValuesToAliases } from './record-schemas.ts'

/** Returns a valid body with a value for every field. */
function buildSampleBody(contentKind: ContentKind): Record<string, string> {
  const value = {
    text: 'Words',
    longText: 'Words',
    formattedText: 'Words',
    image: '/key.svg',
    icon: 'fa fa-home',
    link: '/contact',
    email: 'me@example.com',
    price: '499',
    hours: 'Mon-Sat 9am-8pm',
    timeZone: 'Europe/London',
    table: 'Month | Calls\nMay | 41',
  }
  const sampleOfField = (name: string, { input, choices }: FieldDeclaration) =>
    input === 'choice'
      ? (choices?.[0] ?? '')
      : input === 'path'
        ? `/${name}`
        : name.endsWith('Code')
          ? 'verification-code'
          : value[input]
  return Object.fromEntries(Object.entries(contentKind.fields).map(([name, field]) => [name, sampleOfField(name, field)]))
}

function omitFields(data: Record<string, string>, ...names: string[]) {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
}

/** Returns the sentences of the errors, and names unknown fields. */
function listMessages(schema: ReturnType<typeof buildAddRecordSchema>, body: unknown): string[] {
  const issues = schema.safeParse(body).error?.issues ?? []
  return issues.map((issue) => (issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys}` : issue.message))
}

describe('the schema of a body', () => {
  it('requires every field, with a sentence that names the label', () => {
    for (const contentKind of contentKinds) {
      for (const [name, { label, optional, input }] of Object.entries(contentKind.fields)) {
        if (optional || input === 'choice') continue
        for (const body of [{ ...buildSampleBody(contentKind), [name]: ' ' }, omitFields(buildSampleBody(contentKind), name)]) {
          expect(listMessages(buildUpdateRecordSchema(contentKind), body), `${contentKind.kind}.${name}`).toEqual([
            `${label} is required.`,
          ])
        }
      }
    }
  })

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:x'])(
    'refuses the link %s',
    (address) => {
      expect(listMessages(buildUpdateRecordSchema(banner), { ...buildSampleBody(banner), buttonOneLink: address })).toEqual([
        'Button link must be an address such as https://example.com/page, mailto:name@example.com, tel:+12025550142, or a path on this site such as /contact.',
      ])
      expect(listMessages(buildUpdateRecordSchema(banner), { ...buildSampleBody(banner), bannerImage: address })).toEqual([
        'Image must be an address such as https://example.com/photo.jpg, or a path on this site such as /photo.jpg.',
      ])
    },
  )

  it.each([
    ['facebook.com/x', 'https://facebook.com/x'],
    ['www.example.com', 'https://www.example.com'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['//example.com/a', 'https://example.com/a'],
    [' https://example.com/a ', 'https://example.com/a'],
    ['contact', '/contact'],
    ['/contact', '/contact'],
  ])('completes the link %s to %s, so that it can be followed', (typed, stored) => {
    expect(buildUpdateRecordSchema(banner).parse({ ...buildSampleBody(banner), buttonOneLink: typed })).toMatchObject({
      buttonOneLink: stored,
    })
  })

  it.each([
    ['photo.jpg', '/photo.jpg'],
    ['cdn.example.com/photo.jpg', 'https://cdn.example.com/photo.jpg'],
    ['photos/1.jpg', '/photos/1.jpg'],
  ])('completes the picture %s to %s', (typed, stored) => {
    expect(buildUpdateRecordSchema(banner).parse({ ...buildSampleBody(banner), bannerImage: typed })).toMatchObject({
      bannerImage: stored,
    })
  })

  it('refuses plain words as a link, and gives examples', () => {
    expect(
      listMessages(buildUpdateRecordSchema(banner), { ...buildSampleBody(banner), buttonOneLink: 'our contact page' }),
    ).toEqual([
      'Button link must be an address such as https://example.com/page, mailto:name@example.com, tel:+12025550142, or a path on this site such as /contact.',
    ])
  })

  it.each([
    'https://example.com/a',
    '/service/',
    '#pricing-sec',
    '/art/icons.svg#key',
    'tel:+12025550142',
    'mailto:a@example.com',
  ])('takes the link %s', (address) => {
    expect(listMessages(buildUpdateRecordSchema(banner), { ...buildSampleBody(banner), buttonOneLink: address })).toEqual([])
  })

  it('lets a package leave out its last three points', () => {
    const seven = omitFields(buildSampleBody(pricingPackage), 'packagePointEight', 'packagePointNine', 'packagePointTen')
    expect(buildAddRecordSchema(pricingPackage).parse(seven)).toMatchObject({ packagePointSeven: 'Words', packagePointTen: '' })
  })

  it.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud83dB'],
  ])('refuses %s', (_, bannerHeading) => {
    const sentence = 'Heading has a character that can’t be stored.'
    expect(listMessages(buildUpdateRecordSchema(banner), { ...buildSampleBody(banner), bannerHeading })).toEqual([sentence])
  })

  it('refuses text longer than 10,000 characters', () => {
    expect(
      listMessages(buildUpdateRecordSchema(banner), { ...buildSampleBody(banner), bannerHeading: 'a'.repeat(10_001) }),
    ).toEqual(['Heading must be at most 10,000 characters.'])
  })

  it('refuses a value that is not one of the choices', () => {
    expect(
      listMessages(buildUpdateRecordSchema(pricingPackage), { ...buildSampleBody(pricingPackage), packageTerm: 'year' }),
    ).toEqual(['Price of must be one of: Month, One-off.'])
  })

  it('lets the add call of a service leave out place and image, but requires the place in an update', () => {
    const { serviceName, serviceImg, ...sent } = buildSampleBody(serviceItem)
    expect(buildAddRecordSchema(serviceItem).parse(sent)).toEqual({ ...sent, serviceName: 'NotMain', serviceImg: '' })
    expect(listMessages(buildUpdateRecordSchema(serviceItem), sent)).toEqual(['Place is required.'])
  })
})

describe('the second variant of about', () => {
  const second = {
    aboutImg: '/art/a.svg',
    aboutHeading: 'Heading',
    aboutText: 'Small',
    aboutDetails: 'Details',
    aboutPointone: 'One',
    aboutPointwo: 'Two',
    aboutPointhree: 'Three',
  }
  const first = {
    aboutImgOne: '/art/a.svg',
    aboutHeading: 'Heading',
    aboutText: 'Small',
    aboutDetails: 'Details',
    aboutPointOne: 'One',
    aboutPointTwo: 'Two',
    aboutPointThree: 'Three',
  }

  it('is accepted under its own names, and leaves the other fields out', () => {
    expect(buildUpdateRecordSchema(about).parse(second)).toEqual(first)
    expect(buildAddRecordSchema(about).parse(second)).toEqual(first)
  })

  it('is accepted together with the other fields of the first variant', () => {
    const rest = omitFields(buildSampleBody(about), ...Object.keys(first))
    expect(buildUpdateRecordSchema(about).parse({ ...rest, ...second })).toEqual({ ...rest, ...first })
  })

  it('is refused if both names of one value differ', () => {
    const clash = { ...buildSampleBody(about), aboutImg: '/art/other.svg' }
    expect(listMessages(buildUpdateRecordSchema(about), clash)).toEqual([
      'aboutImg and aboutImgOne are two names of one value. Send only one.',
    ])
    expect(listMessages(buildUpdateRecordSchema(about), { ...buildSampleBody(about), aboutImg: '/key.svg' })).toEqual([])
  })

  it('must be complete and safe', () => {
    expect(listMessages(buildUpdateRecordSchema(about), omitFields(second, 'aboutPointwo'))).toEqual([
      'Second point is required.',
    ])
    expect(listMessages(buildUpdateRecordSchema(about), { ...second, aboutImg: 'javascript:alert(1)' })).toEqual([
      'First image must be an address such as https://example.com/photo.jpg, or a path on this site such as /photo.jpg.',
    ])
    expect(listMessages(buildUpdateRecordSchema(about), { ...second, surprise: 'yes' })).toEqual(['unknown: surprise'])
  })

  it('does not make fields of the first variant optional', () => {
    expect(listMessages(buildUpdateRecordSchema(about), first)).toContain('Fourth point is required.')
  })

  it('is answered together with the first variant', () => {
    const record = { _id: '1', _version: 1, ...copyValuesToAliases(about, buildSampleBody(about)) }
    expect(record).toMatchObject({ aboutImg: '/key.svg', aboutPointone: 'Words', aboutPointOne: 'Words' })
    expect(buildRecordReplySchema(about).parse(record)).toEqual(record)
  })
})

describe('a rule between fields', () => {
  const sound = { oldPath: '/old', state: 'Moved', newPath: '/new' }

  it('shows its sentence at the field', () => {
    expect(listMessages(buildAddRecordSchema(redirect), sound)).toEqual([])
    expect(listMessages(buildAddRecordSchema(redirect), { ...sound, newPath: '' })).toEqual([
      'New address is required for a page that moved.',
    ])
    expect(listMessages(buildAddRecordSchema(redirect), { ...sound, state: 'Gone' })).toEqual([
      'A page that’s gone has no new address. Leave this blank.',
    ])
    expect(listMessages(buildAddRecordSchema(redirect), { ...sound, newPath: '/old' })).toEqual([
      'New address must differ from the old one.',
    ])
  })

  it('keeps redirects on this site', () => {
    for (const newPath of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', '/\tx', 'new']) {
      expect(listMessages(buildAddRecordSchema(redirect), { ...sound, newPath }), newPath).toHaveLength(1)
    }
  })
})

describe('an optional field', () => {
  it('stays unchanged if an update leaves it out, and is empty if an add leaves it out', () => {
    const spoken = omitFields(buildSampleBody(businessInfo), 'businessName', 'openingHours')
    expect(buildUpdateRecordSchema(businessInfo).parse(spoken)).toEqual(spoken)
    expect(buildAddRecordSchema(businessInfo).parse(spoken)).toEqual({ ...spoken, businessName: '', openingHours: '' })
  })
})
