import { about } from '#contract/content/kinds/about.ts'
import { skillsAndExperience } from '#contract/content/kinds/skills-and-experience.ts'
import { CheckmarkList } from '#web/ui/checkmark-list.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { Section } from '#web/ui/section.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [skillsAndExperience],
  miniature: {
    height: 20,
    ink: 'M6 4h26v2.5h-26zM6 9h28v1.5h-28zM6 13h22v1.5h-22zM44 4h28v2.5h-28zM44 9h22v2.5h-22zM44 14h25v2.5h-25z',
  },
}

const reads = { about, record: skillsAndExperience }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Experience)

/** Shows the about block with three skill bars of fixed percentages (P-143). The experience record names them. */
function Experience({ about, record }: SectionViewProps<typeof reads>) {
  if (!about && !record) return null
  const skills = [
    { name: record?.skillOneText || 'Local SEO', percent: 85 },
    { name: record?.skillTwoText || 'Link outreach', percent: 65 },
    { name: record?.skillThreeText || 'Technical SEO', percent: 79 },
  ]
  const points = [about?.aboutPointOne, about?.aboutPointTwo, about?.aboutPointThree, about?.aboutPointFour]
  return (
    <Section background="white">
      <div className="experience">
        <div>
          <p className="eyebrow">{about ? about.aboutText : record?.experienceText}</p>
          <h2 className="h2">{about ? about.aboutHeading : record?.experienceHeading}</h2>
          {about ? (
            <CheckmarkList hasDividers>{points.filter((point) => point !== undefined && point.trim() !== '')}</CheckmarkList>
          ) : (
            <Paragraphs text={record?.experienceDetails ?? ''} />
          )}
        </div>
        <div>
          {about && record && (
            <div className="experience-words">
              <p className="eyebrow">{record.experienceText}</p>
              <h3 className="h3">{record.experienceHeading}</h3>
              <Paragraphs text={record.experienceDetails} />
            </div>
          )}
          <ul className="skills">
            {skills.map((skill) => (
              <Skill key={skill.percent} {...skill} />
            ))}
          </ul>
        </div>
      </div>
    </Section>
  )
}

/** Draws a skill bar as SVG: the content security policy allows no width in a style attribute. */
function Skill({ name, percent }: { name: string; percent: number }) {
  return (
    <li>
      <p>
        <b>{name}</b> <span>{percent}%</span>
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label={`${name}: ${percent}%`}>
        <path d={`M0 0H${percent}V1H0z`} />
      </svg>
    </li>
  )
}
