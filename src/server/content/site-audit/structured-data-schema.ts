import * as z from 'zod/mini'

// Each schema cites its source. schema.org (version 29) defines properties and their values. Google Search Central defines
// the required ones in its structured data pages organization, local-business, breadcrumb, faqpage, product (offers) and
// sd-policies: developers.google.com/search/docs/appearance/structured-data

/** An absolute URL (Google, general structured data guidelines). */
const urlSchema = z.string().check(z.regex(/^https?:\/\/[^\s/]+\/\S*$/))

const nonBlankText = z.string().check(z.regex(/\S/))

/** A reference: the other properties are in the node with the same `@id` (JSON-LD 1.1, node objects). */
const businessId = z.string().check(z.regex(/^https?:\/\/[^\s/]+\/#business$/))

/** Google, Organization: nothing is required; name, url and logo are recommended. */
const organization = z.strictObject({
  '@type': z.literal('Organization'),
  '@id': businessId,
  name: nonBlankText,
  url: urlSchema,
})

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

/** schema.org, Service. */
const serviceShape = {
  '@type': z.literal('Service'),
  name: nonBlankText,
  description: z.optional(nonBlankText),
  url: urlSchema,
  areaServed,
  provider: z.optional(organization),
}

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
    ...price,
    priceSpecification: pricePerMonth,
    availability: z.literal('https://schema.org/InStock'),
    url: urlSchema,
    itemOffered: z.strictObject(serviceShape),
    seller: organization,
  })
  .check(z.refine((one) => one.price === one.priceSpecification.price, 'says one price'))

/** schema.org, Service, offers: the packages that include the service. */
const service = z.strictObject({ ...serviceShape, offers: z.optional(z.array(offer).check(z.minLength(1))) })

const catalog = z.strictObject({
  '@type': z.literal('OfferCatalog'),
  name: nonBlankText,
  itemListElement: z.array(offer).check(z.minLength(1)),
})

const businessShape = {
  '@id': businessId,
  name: nonBlankText,
  url: urlSchema,
  description: z.optional(nonBlankText),
  logo: urlSchema,
  image: urlSchema,
  telephone: z.optional(nonBlankText),
  email: z.optional(z.email()),
  areaServed,
  sameAs: z.optional(z.array(profile).check(z.minLength(1))),
  hasOfferCatalog: z.optional(catalog),
}

/**
 * Google, Local business: name and address are required. Hours, telephone, url and a price range of fewer than 100
 * characters are recommended. Google's review snippet rules forbid ratings of one's own business, so the schema has none.
 */
const professionalService = z.strictObject({
  '@type': z.literal('ProfessionalService'),
  ...businessShape,
  address: z.union([postalAddress, nonBlankText]),
  geo: z.optional(geo),
  // Empty if every day is by appointment.
  openingHoursSpecification: z.array(openingHours),
  priceRange: z.optional(nonBlankText.check(z.maxLength(99))),
})

/** Google, Site name: name and url, on the home page only. */
const website = z.strictObject({
  '@type': z.literal('WebSite'),
  '@id': z.string().check(z.endsWith('/#website')),
  name: nonBlankText,
  url: urlSchema,
  publisher: organization,
})

/** Google, Breadcrumb: at least two items with position, name and URL. */
const breadcrumbs = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
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

/** Google, FAQ: every question with its full text and one accepted answer. */
const faq = z.strictObject({
  '@type': z.literal('FAQPage'),
  mainEntity: z
    .array(
      z.strictObject({
        '@type': z.literal('Question'),
        name: nonBlankText,
        acceptedAnswer: z.strictObject({ '@type': z.literal('Answer'), text: nonBlankText }),
      }),
    )
    .check(z.minLength(1)),
})

const contactPage = z.strictObject({ '@type': z.literal('ContactPage'), name: nonBlankText, url: urlSchema, about: organization })

/** What a page's structured data may contain, and what each node must state. Anything else is an error. */
export const structuredDataSchema = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z
    .array(
      z.discriminatedUnion('@type', [
        z.extend(organization, businessShape),
        professionalService,
        website,
        service,
        offer,
        breadcrumbs,
        faq,
        contactPage,
      ]),
    )
    .check(z.minLength(1)),
})

export type ParsedStructuredData = z.infer<typeof structuredDataSchema>
