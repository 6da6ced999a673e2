/**
 * The part of schema.org that our pages need, from its definitions (version 29): each type with its properties and the types
 * of their values. It is written down apart from the code that it checks.
 */
const THING = { name: ['Text'], description: ['Text'], url: ['URL'], image: ['URL', 'ImageObject'], sameAs: ['URL'] }
const CREATIVE_WORK = {
  ...THING,
  inLanguage: ['Text'],
  about: ['Thing'],
  mainEntity: ['Thing'],
  isPartOf: ['CreativeWork', 'URL'],
}
const WEB_PAGE = { ...CREATIVE_WORK, breadcrumb: ['BreadcrumbList', 'Text'] }
const ORGANIZATION = {
  ...THING,
  logo: ['URL', 'ImageObject'],
  legalName: ['Text'],
  telephone: ['Text'],
  email: ['Text'],
  address: ['PostalAddress', 'Text'],
  areaServed: ['AdministrativeArea', 'Country', 'Place', 'Text'],
  makesOffer: ['Offer'],
}
const PRICE = { price: ['Number', 'Text'], priceCurrency: ['Text'] }
const VOCABULARY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  WebSite: { ...CREATIVE_WORK, publisher: ['Organization', 'Person'] },
  WebPage: WEB_PAGE,
  ContactPage: WEB_PAGE,
  CollectionPage: WEB_PAGE,
  Organization: ORGANIZATION,
  LocalBusiness: {
    ...ORGANIZATION,
    geo: ['GeoCoordinates'],
    openingHoursSpecification: ['OpeningHoursSpecification'],
    priceRange: ['Text'],
  },
  PostalAddress: {
    ...THING,
    ...{ streetAddress: ['Text'], addressLocality: ['Text'], addressRegion: ['Text'], postalCode: ['Text'] },
    addressCountry: ['Country', 'Text'],
  },
  GeoCoordinates: { latitude: ['Number', 'Text'], longitude: ['Number', 'Text'] },
  OpeningHoursSpecification: { dayOfWeek: ['DayOfWeek'], opens: ['Time'], closes: ['Time'] },
  AdministrativeArea: THING,
  Country: THING,
  Service: {
    ...THING,
    areaServed: ['AdministrativeArea', 'Country', 'Place', 'Text'],
    provider: ['Organization', 'Person'],
    offers: ['Offer'],
    isRelatedTo: ['Product', 'Service'],
  },
  Offer: {
    ...THING,
    ...PRICE,
    priceSpecification: ['UnitPriceSpecification'],
    availability: ['ItemAvailability'],
    itemOffered: ['Service', 'Product'],
    seller: ['Organization', 'Person'],
  },
  UnitPriceSpecification: { ...PRICE, referenceQuantity: ['QuantitativeValue'] },
  QuantitativeValue: { value: ['Number', 'Text'], unitCode: ['Text', 'URL'] },
  BreadcrumbList: { ...THING, itemListElement: ['ListItem', 'Text'] },
  ListItem: { ...THING, position: ['Integer', 'Text'], item: ['Thing', 'URL'] },
}

/** The broader types of each type, as far as properties above name them. */
const BROADER_TYPES: Readonly<Record<string, readonly string[]>> = {
  LocalBusiness: ['Organization', 'Place', 'Thing'],
  Organization: ['Thing'],
  Service: ['Thing'],
  WebSite: ['CreativeWork', 'Thing'],
  WebPage: ['CreativeWork', 'Thing'],
  Country: ['AdministrativeArea', 'Place', 'Thing'],
  AdministrativeArea: ['Place', 'Thing'],
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const IS_VALUE: Readonly<Record<string, (value: unknown) => boolean>> = {
  Text: (value) => typeof value === 'string' && value.trim() !== '',
  URL: (value) => typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  Number: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
  Integer: Number.isInteger,
  Time: (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  DayOfWeek: (value) => DAYS.includes(String(value)),
  ItemAvailability: (value) => value === 'https://schema.org/InStock',
}

/** Lists properties that their type doesn't have, and values whose type the property doesn't take. */
export function findVocabularyErrors(graph: readonly object[]): string[] {
  const typesById = new Map<unknown, unknown>(
    listNodes(graph).flatMap((node) => (node['@id'] && node['@type'] ? [[node['@id'], node['@type']] as const] : [])),
  )
  return listNodes(graph).flatMap((node) => {
    const type = String(node['@type'] ?? '')
    if (!type) return typesById.has(node['@id']) ? [] : [`${String(node['@id'])} is in no graph`]
    const properties = VOCABULARY[type]
    if (!properties) return [`${type} is no type`]
    return Object.entries(node)
      .filter(([name]) => !name.startsWith('@'))
      .flatMap(([name, value]) => {
        const allowed = properties[name]
        if (!allowed) return [`${type} has no property ${name}`]
        const takes = (one: unknown) => allowed.some((wanted) => isOfType(one, wanted, typesById))
        return [value].flat().every(takes) ? [] : [`${type}.${name} takes no ${JSON.stringify(value)}`]
      })
  })
}

/** Lists the ids of nodes of the graph that no chain of references connects to the first node. */
export function findUnlinkedNodes(graph: readonly object[]): unknown[] {
  const nodes = graph as readonly Node[]
  const listReferences = (node: Node) => listNodes([node]).flatMap((one) => one['@id'] ?? [])
  const reached = new Set<unknown>([nodes[0]?.['@id']])
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    for (const node of nodes)
      if (listReferences(node).some((id) => reached.has(id))) for (const id of listReferences(node)) reached.add(id)
  }
  return nodes.map((node) => node['@id']).filter((id) => id === undefined || !reached.has(id))
}

type Node = Readonly<Record<string, unknown>>

/** Lists the objects of a graph, and those inside them. */
function listNodes(values: readonly unknown[]): Node[] {
  return values.flatMap((value) => {
    if (Array.isArray(value)) return listNodes(value)
    if (typeof value !== 'object' || value === null) return []
    return [value as Node, ...listNodes(Object.values(value))]
  })
}

function isOfType(value: unknown, wanted: string, typesById: ReadonlyMap<unknown, unknown>): boolean {
  if (typeof value !== 'object' || value === null) return IS_VALUE[wanted]?.(value) ?? false
  const node = value as Node
  const type = String(node['@type'] ?? typesById.get(node['@id']))
  return type === wanted || (BROADER_TYPES[type] ?? []).includes(wanted)
}
