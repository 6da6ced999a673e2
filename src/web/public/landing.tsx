import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { about } from '../../contract/content/kinds/about.ts'
import { accountWords } from '../../contract/content/kinds/account-words.ts'
import { banner } from '../../contract/content/kinds/banner.ts'
import { bannerWords } from '../../contract/content/kinds/banner-words.ts'
import { pricingPackage } from '../../contract/content/kinds/pricing-package.ts'
import type { Package } from '../../contract/content/package-points.ts'
import { filled, type WordsOf } from '../../contract/grammar/words.ts'
import { useFrame } from '../layout/frame-content.ts'
import { firstOf, readWords, recordsOf, wordsOf } from '../page-content.ts'
import { CONTINUE, REGISTERED, safeReturnPath } from '../return-path.ts'
import { useRoot } from '../root.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { visitOf } from '../visit.ts'
import { descriptionOf } from './description.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { PLAIN_HEADING } from './sections/banner/section.tsx'
import { businessData } from './structured-data/business-data.ts'
import { websiteData } from './structured-data/page-data.ts'
import { useStatedFacts } from './structured-data/stated-facts.ts'

const PLAIN_DETAILS = 'Local search engine optimization for real estate agents and brokerages, with a fixed scope each month.'
/** Ends a description that would say too little. */
const PLAIN_END = 'You read what we did in a plain report.'

const data = publicData('Home', (content) => {
  const record = firstOf(content, banner)
  const { aboutDetails } = firstOf(content, about) ?? {}
  const description = descriptionOf(record?.bannerDetails, aboutDetails, PLAIN_DETAILS, PLAIN_END)
  return { title: record?.buttonTwoLink ?? PLAIN_HEADING, description }
})

export const { facts } = data

type Loaded = PublicData & { welcome?: WordsOf<typeof accountWords> }

/** `welcome` for whoever has just signed up, as the address says. */
export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { searchParams } = new URL(args.request.url)
  const isNew = searchParams.has(REGISTERED) || searchParams.has(CONTINUE)
  const [loaded, welcome] = await Promise.all([
    data.loader(args),
    isNew ? readWords(visitOf(args.context).call, accountWords) : undefined,
  ])
  return { ...loaded, ...(welcome && { welcome }) }
}

/** The landing page: the spec's order, then the extras. */
export function Page() {
  const { content, facts, welcome } = useLoaderData<Loaded>()
  const packages = recordsOf(content, pricingPackage)
  const { business, logo, profiles } = useStatedFacts()
  const { pictures } = useFrame()
  const { origin } = useRoot()
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Home" facts={facts} />
      {welcome && <Welcome words={welcome} packages={packages} says={wordsOf(content, bannerWords).continueOrder} />}
      <PageSections page="Home" content={content} />
      <StructuredData
        graph={[
          websiteData(origin, business.name),
          businessData({
            origin,
            business,
            logo,
            pictures,
            profiles,
            description: facts.description,
            packages,
          }),
        ]}
      />
    </main>
  )
}

type WelcomeProps = { words: WordsOf<typeof accountWords>; packages: readonly Package[]; says: string }

/** What happens next for whoever has just signed up; the way on to the order they came for, if any (UX, customer flow). */
function Welcome({ words, packages, says }: WelcomeProps) {
  const from = safeReturnPath(useSearchParams()[0].get(CONTINUE))
  const id = /^\/order-now\/([^/?#]+)/.exec(from ?? '')?.[1]
  const wanted = packages.find(({ _id }) => _id === id)
  return (
    <div className="good-news">
      <div className="container">
        <p role="status">{words.registeredHeading}</p>
        <p>{words.registeredNext}</p>
        {from && wanted ? (
          <ArrowLink href={from}>{filled(says, { package: wanted.packageName })}</ArrowLink>
        ) : (
          <ArrowLink href="/pricing/">{words.registeredLink}</ArrowLink>
        )}
      </div>
    </div>
  )
}
