import { about } from '#contract/content/kinds/about.ts'
import { CheckmarkList } from '#web/ui/checkmark-list.tsx'
import { ContentImage } from '#web/ui/content-image.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { toPhoneUrl } from '#web/ui/phone-url.ts'
import { Section } from '#web/ui/section.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [about],
  // The service page shows the same texts beside the skills.
  pages: ['Home'],
  miniature: {
    height: 22,
    ink: 'M6 4h15v14h-15zM23 4h11v6h-11zM23 12h11v6h-11zM42 5h28v2h-28zM42 10h32v1.5h-32zM42 14h26v1.5h-26z',
  },
}

const reads = { about }

export const section = definePublicSection(sectionKindsAndMiniature, reads, About)

type Props = SectionViewProps<typeof reads>

function About({ about: record }: Props) {
  if (!record) return null
  const points = [record.aboutPointOne, record.aboutPointTwo, record.aboutPointThree, record.aboutPointFour]
  return (
    <Section id="about-sec" background="joined">
      <div className="about">
        <ImageMosaic record={record} />
        <div>
          <p className="eyebrow">{record.aboutText}</p>
          <h2 className="h2">{record.aboutHeading}</h2>
          <p className="about-details">{record.aboutDetails}</p>
          <CheckmarkList hasDividers>{points.filter((point) => point.trim())}</CheckmarkList>
          <div className="about-actions">
            <LinkButton href={record.buttonLink}>{record.buttonText}</LinkButton>
            {record.callNumber.trim() && (
              <a className="about-call" href={toPhoneUrl(record.callNumber)}>
                <Icon name="phone" />
                <span>
                  <small>{record.callText}</small> <b>{record.callNumber}</b>
                </span>
              </a>
            )}
          </div>
        </div>
      </div>
    </Section>
  )
}

/** Shows as many of the three images as exist. */
function ImageMosaic({ record }: { record: NonNullable<Props['about']> }) {
  const imageUrls = [record.aboutImgOne, record.aboutImgTwo, record.aboutImgThree].filter((url) => url.trim())
  if (imageUrls.length === 0) return null
  return (
    <div className={`about-art about-art-${imageUrls.length}`}>
      {imageUrls.map((url, index) => (
        <ContentImage
          key={url}
          src={url}
          subject={record.aboutHeading}
          {...(index === 0 ? about.fields.aboutImgOne : about.fields.aboutImgTwo).place}
        />
      ))}
    </div>
  )
}
