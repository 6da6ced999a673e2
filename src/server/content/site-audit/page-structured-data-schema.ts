import * as z from 'zod/mini'

// Each schema cites its source. schema.org (version 29) defines properties and their values. Google Search Central defines
// the required ones in its structured data pages organization, local-business, breadcrumb, product (offers) and
// sd-policies: developers.google.com/search/docs/appearance/structured-data

/** An absolute URL (Google, general structured data guidelines). */
const urlSchema = z.string().check(z.regex(/^https?:\/\/[^\s/]+\/\S*$/))

const nonBlankText = z.string().check(z.regex(/\S/))

/** A reference: the other properties are in the node with the same `@id` (JSON-LD 1.1, node objects). */
const reference = z.strictObject({ '@id': urlSchema })

/** Google, Local business: as many parts of the address as possible, none of them empty. */
const postalAddress = z.strictObject({
  '@type': z.literal('PostalAddress'),
  streetAddress: nonBlankText,
  addressLocality: z.optional(nonBlankText),
  addressRegion: z.optional(nonBlankText),
  postalCode: z.optional(nonBlankText),
  addressCountry: z.optional(nonBlankText),
})

/** WGS 84 degrees (schema.org, GeoCoordinates). Google, Local business asks for at least five decimals. */
const geo = z.strictObject({
  '@type': z.literal('GeoCoordinates'),
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
})

/** schema.org, areaServed: where a service or an organization is offered. */
const areaServed = z.optional(
  z.array(z.strictObject({ '@type': z.literal('AdministrativeArea'), name: nonBlankText })).check(z.minLength(1)),
)

/** Google, Organization, sameAs: a page about the business on another site. The start page of a network doesn't count. */
const profile = urlSchema.check(z.refine((text) => (URL.parse(text)?.pathname ?? '/') !== '/', 'is a page, not a whole site'))

/** Google, Local business: hh:mm. A closed day opens and closes at 00:00. */
const openingHours = z.strictObject({
  '@type': z.literal('OpeningHoursSpecification'),
  dayOfWeek: z
    .array(z.enum(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']))
    .check(z.minLength(1)),
  opens: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  closes: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
})

/** schema.org, Service. `isRelatedTo` names the packages that include it. */
const service = z.strictObject({
  '@type': z.literal('Service'),
  '@id': urlSchema,
  name: nonBlankText,
  description: z.optional(nonBlankText),
  url: urlSchema,
  areaServed,
  provider: reference,
  isRelatedTo: z.optional(z.array(reference).check(z.minLength(1))),
})

/** Google, offers: a plain number with a decimal point, and an ISO 4217 currency. */
const price = { price: z.string().check(z.regex(/^\d+(\.\d{1,2})?$/)), priceCurrency: z.literal('USD') }

/** schema.org, UnitPriceSpecification: the price of one month (UN/CEFACT Recommendation 20: MON). */
const pricePerMonth = z.strictObject({
  '@type': z.literal('UnitPriceSpecification'),
  ...price,
  referenceQuantity: z.strictObject({ '@type': z.literal('QuantitativeValue'), value: z.literal(1), unitCode: z.literal('MON') }),
})

/** schema.org, Offer, and Google, offers: availability as a URL, and the same price in both places. */
const offer = z
  .strictObject({
    '@type': z.literal('Offer'),
    '@id': urlSchema,
    ...price,
    priceSpecification: pricePerMonth,
    availability: z.literal('https://schema.org/InStock'),
    url: urlSchema,
    itemOffered: reference,
    seller: reference,
  })
  .check(z.refine((one) => one.price === one.priceSpecification.price, 'says one price'))

const businessShape = {
  '@id': urlSchema,
  name: nonBlankText,
  url: urlSchema,
  description: z.optional(nonBlankText),
  logo: urlSchema,
  image: urlSchema,
  legalName: z.optional(nonBlankText),
  telephone: z.optional(nonBlankText),
  email: z.optional(z.email()),
  areaServed,
  sameAs: z.optional(z.array(profile).check(z.minLength(1))),
  makesOffer: z.optional(z.array(reference).check(z.minLength(1))),
}

/**
 * Google, Local business: name and address are required. Hours, telephone, url and a price range of fewer than 100
 * characters are recommended. Google's review snippet rules forbid ratings of one's own business, so the schema has none.
 */
const localBusiness = z.strictObject({
  '@type': z.literal('LocalBusiness'),
  ...businessShape,
  address: z.union([postalAddress, nonBlankText]),
  geo: z.optional(geo),
  openingHoursSpecification: z.optional(z.array(openingHours).check(z.minLength(1))),
  priceRange: z.optional(nonBlankText.check(z.maxLength(99))),
})

/** Google, Site name: name and url. */
const website = z.strictObject({
  '@type': z.literal('WebSite'),
  '@id': z.string().check(z.endsWith('/#website')),
  name: nonBlankText,
  url: urlSchema,
  inLanguage: z.literal('en-US'),
  publisher: reference,
})

/** Google, Breadcrumb: at least two items with position, name and URL. */
const breadcrumbs = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  '@id': urlSchema,
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().check(z.positive()),
        name: nonBlankText,
        item: urlSchema,
      }),
    )
    .check(
      z.minLength(2),
      z.refine((items) => items.every(({ position }, index) => position === index + 1), 'count from one'),
    ),
})

/** schema.org, WebPage: part of the site, and about the business or one main thing. */
const webPage = z.strictObject({
  '@type': z.enum(['WebPage', 'ContactPage', 'CollectionPage']),
  '@id': urlSchema,
  url: urlSchema,
  name: nonBlankText,
  description: z.optional(nonBlankText),
  inLanguage: z.literal('en-US'),
  isPartOf: reference,
  about: z.optional(reference),
  mainEntity: z.optional(reference),
  breadcrumb: z.optional(reference),
})

/** Google's guidelines for FAQPage give results to health and government sites only, so pages have none. */
const organization = z.strictObject({ '@type': z.literal('Organization'), ...businessShape })

/** What a page's structured data may contain, and what each node must state. Anything else is an error. */
export const pageStructuredDataSchema = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z
    .array(z.discriminatedUnion('@type', [organization, localBusiness, website, webPage, service, offer, breadcrumbs]))
    .check(z.minLength(1)),
})

export type ParsedStructuredData = z.infer<typeof pageStructuredDataSchema>
