import type { RecordOf } from '../../../contract/section.ts'
import type { experience } from '../../../contract/sections/experience.ts'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { Section } from '../../ui/section.tsx'

/** The words about the work, and three skills. Their percentages are fixed (spec section 9); the record names them. */
export function Experience({ record }: { record?: RecordOf<typeof experience> }) {
  if (!record) return null
  const skills = [
    { name: record.skillOneText, percent: 85 },
    { name: record.skillTwoText, percent: 65 },
    { name: record.skillThreeText, percent: 79 },
  ]
  return (
    <Section ground="white">
      <div className="experience">
        <div>
          <p className="eyebrow">{record.experienceText}</p>
          <h2 className="h2">{record.experienceHeading}</h2>
          <Paragraphs text={record.experienceDetails} />
        </div>
        <ul className="skills">
          {skills.map((skill) => (
            <Skill key={skill.percent} {...skill} />
          ))}
        </ul>
      </div>
    </Section>
  )
}

/** A bar on a map scale: drawn, because the content policy allows no width in a style attribute. */
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
