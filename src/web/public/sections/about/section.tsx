import { about } from '../../../../contract/content/kinds/about.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { phoneHref } from '../../../ui/safe-href.ts'
import { Section } from '../../../ui/section.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { definePublicSection, type Outline } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [about],
  // The service page has these words beside the skills.
  pages: ['Home'],
  miniature: {
    height: 22,
    rects: [
      [6, 4, 15, 14],
      [23, 4, 11, 6],
      [23, 12, 11, 6],
      [42, 5, 28, 2],
      [42, 10, 32, 1.5],
      [42, 14, 26, 1.5],
    ],
  },
}

export const section = definePublicSection(outline, { reads: { about }, View: About })

function About({ about: record }: { about: RecordOf<typeof about> | undefined }) {
  if (!record) return null
  const points = [record.aboutPointOne, record.aboutPointTwo, record.aboutPointThree, record.aboutPointFour]
  return (
    <Section id="about-sec" ground="joined">
      <div className="about">
        <Mosaic record={record} />
        <div>
          <p className="eyebrow">{record.aboutText}</p>
          <h2 className="h2">{record.aboutHeading}</h2>
          <p className="about-details">{record.aboutDetails}</p>
          <TickList isRuled>{points.filter((point) => point.trim())}</TickList>
          <div className="about-acts">
            <LinkButton href={record.buttonLink}>{record.buttonText}</LinkButton>
            {record.callNumber.trim() && (
              <a className="about-call" href={phoneHref(record.callNumber)}>
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

/** As many of the three pictures as there are; none leaves an empty box. */
function Mosaic({ record }: { record: RecordOf<typeof about> }) {
  const pictures = [record.aboutImgOne, record.aboutImgTwo, record.aboutImgThree].filter((address) => address.trim())
  if (pictures.length === 0) return null
  return (
    <div className={`about-art about-art-${pictures.length}`}>
      {pictures.map((address, nth) => (
        <Picture key={address} src={address} {...(nth === 0 ? about.fields.aboutImgOne : about.fields.aboutImgTwo).place} />
      ))}
    </div>
  )
}
