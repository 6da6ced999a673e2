import { describe, expect, it } from 'vitest'
import { getReadAddAndUpdateEndpoints } from './content/content-kind-endpoints.ts'
import { about } from './content/kinds/about.ts'
import { banner } from './content/kinds/banner.ts'
import { assertUniqueKinds, contentKinds } from './content-kinds.ts'
import { type ContentKind, defineContentKind } from './core/content-kind.ts'
import type { Endpoint } from './core/endpoint.ts'
import { textField } from './core/field.ts'
import { assertUniqueEndpoints, endpoints } from './endpoints.ts'

// The paths that the original client calls (P-3). Kinds added later aren't listed.
const specifiedCalls = `
logo             GET /logo            GET /logo/:id            POST /add-logo             PUT /logo/:id
banner           GET /banner          GET /banner/:id          POST /add-banner           PUT /update-banner/:id
feature-text     GET /featurestext    GET /featurestext/:id    POST /add-feature-text     PUT /featurestext/:id
feature-item     GET /featureitems    GET /featureitems/:id    POST /add-feature-Item     PUT /update-featureitems/:id
about            GET /about           GET /about-us/:id        POST /add-about            PUT /update-about/:id
counters         GET /counters        GET /counters/:id        POST /add-counter          PUT /update-counters/:id
pricing-package  GET /pricings        GET /pricing/:id         POST /add-pricing          PUT /pricing/:id
service-text     GET /service         GET /service/:id         POST /add-Service          PUT /service/:id
service-item     GET /service-items   GET /service-item/:id    POST /add-service-item     PUT /service-item/:id
testimonial-text GET /testimonialtext GET /testimonialtext/:id POST /add-testimonial-text PUT /testimonialtext/:id
testimonial      GET /testimonials    GET /testimonial/:id     POST /add-testimonial      PUT /testimonial/:id
work-step        GET /worksec         GET /worksec/:id         POST /add-worksec          PUT /update-worksec/:id
step             GET /steps           GET /step-item/:id       POST /add-step             PUT /step-item/:id
video-section    GET /videos          GET /videos/:id          POST /add-video            PUT /update-videos/:id
video-member     GET /videos-items    GET /videos-items/:id    POST /add-video-item       PUT /videos-items/:id
team-text        GET /teamstext       GET /teamstext/:id       POST /add-teammember-text  PUT /teamstext/:id
team-member      GET /teamitems       GET /teamitems/:id       POST /add-team-Item        PUT /update-teamitems/:id
faq-text         GET /faq             GET /faq/:id             POST /add-faq              PUT /faq/:id
faq-item         GET /faq-items       GET /faq-item/:id        POST /add-faq-item         PUT /faq-item/:id
experience       GET /experiences     GET /experiences/:id     POST /add-experience       PUT /update-experiences/:id
contact-entry    GET /contacts        GET /contacts/:id        POST /add-contact          PUT /contacts/:id
call-to-action   GET /actions         GET /actions/:id         POST /add-action           PUT /update-actions/:id
footer-about     GET /footer-about    GET /footer-about/:id    POST /add-footer-about     PUT /footer-about/:id
footer-address   GET /footer-address  GET /footer-address/:id  POST /add-footer-address   PUT /footer-address/:id
footer-social    GET /footer-social   GET /footer-social/:id   POST /add-footer-social    PUT /footer-social/:id
copyright        GET /copyrights      GET /copyrights/:id      POST /add-footer-copyright PUT /copyrights/:id
payment-email    GET /paypal-email    GET /paypal-email/:id    POST /add-email            PUT /paypal-email/:id
design-item      GET /items           POST /add-item
`

// The exact alerts (P-6): after an add, then after an update.
const specifiedMessages: Record<string, readonly string[]> = {
  logo: ['Logo is Updated', 'Logo is Updated'],
  banner: ['Banner is Updated', 'Banner is Updated'],
  'feature-text': ['Features Text is Updated', 'Feature Text Is Updated'],
  'feature-item': ['Features Services Section is Updated', 'Feature Items Section is Updated'],
  about: ['About is Updated', 'About is Updated'],
  counters: ['Counter is Updated', 'Counter is Updated'],
  'pricing-package': ['Pricing is Updated', 'Pricing One Is Updated'],
  'service-text': ['Service is Updated', 'Service is Updated'],
  'service-item': ['Item is Added', 'Item is Updated'],
  'testimonial-text': ['Service is Updated', 'Testimonial Text Is Updated'],
  testimonial: ['Step Section is Updated', 'Step Section is Updated'],
  'work-step': ['Work Step is Updated', 'Work Section is Updated'],
  step: ['Step Section is Updated', 'Step Section is Updated'],
  'video-section': ['Video Section is Updated', 'Video Section is Updated'],
  'video-member': ['Team Members Item is Added', 'Team Member Items Section is Updated'],
  'team-text': ['Team Members Text is Updated', 'Team Text Is Updated'],
  'team-member': ['Team Member Items Section is Updated', 'Team Member Items Section is Updated'],
  'faq-text': ['FAQ is Updated', 'FAQ Text is Updated'],
  'faq-item': ['FAQ Item is Added', 'FAQ Item is Updated'],
  'call-to-action': ['Action is Updated', 'Action is Updated'],
  experience: ['Experience Section is Updated', 'Experience Section is Updated'],
  'contact-entry': ['Contcat Section is Updated', 'Contcat Section is Updated'],
  'footer-about': ['Footer About  is Updated', 'Footer About  is Updated'],
  'footer-address': ['Footer Address is Updated', 'Footer Address is Updated'],
  'footer-social': ['Social Link is Updated', 'Social Link is Updated'],
  copyright: ['Footer Copy Right Updated', 'Footer Copy Right Updated'],
  'payment-email': ['Paypal Email Added', 'Paypal Email Updated'],
  'design-item': ['Item is Updated'],
}

// The fields of each kind (P-5). `list` marks kinds with several records (P-18).
const specifiedFields: Record<string, string> = {
  logo: 'logo',
  banner: 'bannerHeading bannerDetails bannerImage buttonOneText buttonOneLink buttonTwoLink',
  'feature-text': 'FeaturesText FeaturesHeading',
  'feature-item': 'list FeaturesImg FeaturesIcon FeaturesText FeaturesDesc',
  about: `aboutText aboutHeading aboutDetails aboutPointOne aboutPointTwo aboutPointThree aboutPointFour
    buttonText buttonLink callText callNumber aboutImgOne aboutImgTwo aboutImgThree`,
  // The eight base fields, then the evidence.
  counters: `happyClientsNumber happyClientsText projectCompleteNumber projectCompleteText
    winingAwardNumber winingAwardText yearofExperienceNumber yearofExperienceText figuresAsOf figuresSource`,
  // The thirteen base fields, what the price buys, and what follows the payment.
  'pricing-package': `list packageName packagePrice packageTerm packageButtonText packagePointOne packagePointTwo packagePointThree
    packagePointFour packagePointFive packagePointSix packagePointSeven packagePointEight packagePointNine packagePointTen packageFirstMonth packageLaterMonths`,
  'service-text': 'serviceHeading servicesubHeading',
  // The five base fields, then the service's own page.
  'service-item': `list serviceName serviceImg serviceIcon serviceTitle serviceDetails serviceSummary serviceHeading
    serviceWork serviceReceives serviceWhen serviceNeeds serviceInBasic serviceInStandard serviceInPremium
    serviceQuestion serviceAnswer pageTitle pageDescription shareImage socialTitle socialText shareImageAlt
      searchVisibility canonicalUrl`,
  'testimonial-text': 'testimonialText testimonialHeading',
  // The four base fields, then the evidence.
  testimonial: 'list image desc personName personTitle quoteSource quoteDate quoteConsent',
  'work-step': 'list stepNumber stepTitle stepDetails stapIcon',
  step: 'list stepNumber stepTitle stepDetails stapIcon',
  'video-section': 'imageLink videoLink videoSectionTitle videoSectionText',
  'video-member': 'list facebookLink twitterLink linkedinLink youtubeLink memberImg membername memberPosition',
  'team-text': 'teamHeading teamText',
  'team-member': 'list teamMemberImg teamMemberName teamMemberTitle',
  'faq-text': 'faqText faqHeading',
  // The two base fields, then the page.
  'faq-item': 'list accodingTitle accodingText faqPage',
  'call-to-action': 'heading subHeading buttonText buttonLink',
  experience: `experienceText experienceHeading experienceDetails skillOneText skillOneNumber
    skillTwoText skillTwoNumber skillThreeText skillThreeNumber`,
  'contact-entry': 'list contactImg contactTitle contactDetails',
  'footer-about': 'aboutFooterText aboutFooterDetails',
  // The five base fields, then the other facts of the business.
  'footer-address': `banLocation ukLocation banPhone ukPhone footerEmail businessName openingHours
    timeZone answerDays streetAddress addressLocality addressRegion postalCode addressCountry coordinates areaServed legalName`,
  'footer-social': 'mainAbout aboutText fblink inslink',
  copyright: 'copyrightText',
  'payment-email': 'list paypalEmail',
  'design-item': 'list format canvaLink imageLink category freeOrPaid',
}

describe('the calls of the content kinds', () => {
  it('have the exact paths that the original client calls (P-3)', () => {
    const callLines = specifiedCalls
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+(?=GET|POST|PUT)/))
    const expected = callLines.map(([kind = '', ...kindCalls]) => [kind, kindCalls.map((call) => call.trim())])
    const derived = contentKinds.map((contentKind) => [
      contentKind.kind,
      Object.values(getReadAddAndUpdateEndpoints(contentKind)).flatMap((endpoint) =>
        endpoint ? [`${endpoint.method} ${endpoint.path}`] : [],
      ),
    ])
    expect(Object.fromEntries(derived)).toMatchObject(Object.fromEntries(expected))
  })

  it('let only admins write, and let anyone read except payment emails, redirects and what only the team reads', () => {
    for (const contentKind of contentKinds) {
      const { list, one, add, update } = getReadAddAndUpdateEndpoints(contentKind)
      expect([add.access, update?.access ?? 'admin']).toEqual(['admin', 'admin'])
      const readers: Record<string, string> = {
        'payment-email': 'signedIn',
        redirect: 'admin',
        'brief-question': 'admin',
        'deliverable-template': 'admin',
      }
      const reader = readers[contentKind.kind] ?? 'anyone'
      expect([list.access, one?.access ?? reader]).toEqual([reader, reader])
    }
  })

  it('fail at start-up if two content kinds declare the same call', () => {
    expect(() =>
      assertUniqueEndpoints([...endpoints, { ...getReadAddAndUpdateEndpoints(banner).one, path: '/banner/:other' } as Endpoint]),
    ).toThrow('GET /banner/: is declared twice')
    expect(() => assertUniqueKinds([banner, { ...about, kind: 'banner' }])).toThrow('The kind banner is declared twice')
  })
})

describe('the declaration of a content kind', () => {
  it('has the exact alert texts, letter by letter (P-6)', () => {
    const listMessages = ({ added, updated }: ContentKind['messages']) => (updated === undefined ? [added] : [added, updated])
    const declared = contentKinds.map(({ kind, messages }) => [kind, listMessages(messages)])
    expect(Object.fromEntries(declared)).toMatchObject(specifiedMessages)
  })

  it.each(Object.entries(specifiedFields))(
    '%s has its base fields and shape, and other fields are optional (P-5, P-18)',
    (kind, list) => {
      const contentKind = contentKinds.find((candidate) => candidate.kind === kind)
      const specifiedNames = list.split(/\s+/)
      const isList = specifiedNames[0] === 'list'
      expect(contentKind?.shape === 'list').toBe(isList)
      const requiredNames = Object.entries(contentKind?.fields ?? {})
        .filter(([, field]) => !field.optional)
        .map(([name]) => name)
      expect(Object.keys(contentKind?.fields ?? {})).toEqual(expect.arrayContaining(specifiedNames.slice(isList ? 1 : 0)))
      expect(specifiedNames).toEqual(expect.arrayContaining(requiredNames))
    },
  )

  it('throws at start-up if it contradicts itself', () => {
    const validKind = { ...banner, kind: 'odd', fields: { name: textField('Name') } }
    const editor = { home: '/odd', record: '/odd/:id', shows: ['title'] } as const
    expect(() => defineContentKind({ ...validKind, editor })).toThrow('does not have: title')
    expect(() => defineContentKind({ ...validKind, editor: { home: '/odd' } })).toThrow('lacks an editor page')
    expect(() => defineContentKind({ ...validKind, fields: { name: textField('Name', { notOnAdd: true }) } })).toThrow(
      'needs an initial value',
    )
  })

  it('labels every field in plain words, never with its wire name', () => {
    for (const { kind, fields } of contentKinds) {
      for (const [name, { label }] of Object.entries(fields)) {
        expect(label, `${kind}.${name}`).toMatch(/^[A-Z]/)
        expect(label).not.toBe(name)
      }
      const labels = Object.values(fields).map(({ label }) => label)
      expect(new Set(labels).size, `${kind} repeats a label`).toBe(labels.length)
    }
  })
})
