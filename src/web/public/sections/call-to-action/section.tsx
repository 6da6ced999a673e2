import { callToAction } from '#contract/content/kinds/call-to-action.ts'
import { getPublicPage, listPathAndAlternatePath } from '#contract/core/public-pages.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [callToAction],
  miniature: { height: 12, ink: 'M6 5h30v2.5h-30zM60 4h14v4h-14z', isDark: true },
}

const reads = { record: callToAction }

export const section = definePublicSection(sectionKindsAndMiniature, reads, CallToAction)

function CallToAction({ page, record }: SectionViewProps<typeof reads>) {
  if (!record) return null
  const href = record.buttonLink || '/contact'
  // On the contact page, the link leads to the form.
  const leadsToThisPage = page === 'Contact' && listPathAndAlternatePath(getPublicPage('Contact')).includes(href)
  return (
    <Section background="night">
      <div className="call">
        <div>
          <h2 className="h2">{record.heading}</h2>
          <p>{record.subHeading}</p>
        </div>
        <LinkButton href={leadsToThisPage ? '#message-form' : href} buttonStyle="mint">
          {record.buttonText || 'Contact Now'}
        </LinkButton>
      </div>
    </Section>
  )
}
