import { workStep } from '../../../../contract/content/kinds/work-step.ts'
import { workWords } from '../../../../contract/content/kinds/work-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { formatted } from '../../field-marks.ts'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [workStep, workWords],
  miniature: { height: 17, rects: [...row(4, 4, 9, 6), ...row(4, 12, 13, 1.5)] },
}

export const section = definePublicSection(outline, { reads: { steps: workStep, words: workWords }, View: WorkSteps })

type Step = RecordOf<typeof workStep>

/** The steps that are shown, 01 to 04 (spec section 9), in that order. */
export function shownSteps(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ stepNumber }) => /^0[1-4]$/.test(stepNumber))
    .toSorted((a, b) => a.stepNumber.localeCompare(b.stepNumber))
}

function WorkSteps({ steps: all, words }: { steps: readonly Step[]; words: WordsOf<typeof workWords> }) {
  const steps = shownSteps(all)
  if (steps.length === 0) return null
  return (
    <Section id="work-sec">
      <SectionHeading eyebrow={words.smallHeading} title={words.mainHeading}>
        {words.note && <p className="aside">{words.note}</p>}
      </SectionHeading>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step._id}>
            <Picture kind="drawing" src={step.stapIcon} width={300} height={226} />
            <p className="plate">{formatted(step, 'stepNumber')}</p>
            <h3 className="h3">{step.stepTitle}</h3>
            <p>{step.stepDetails}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
