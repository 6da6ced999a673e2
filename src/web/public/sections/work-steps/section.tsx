import type { RecordOf } from '../../../../contract/section.ts'
import { workStep } from '../../../../contract/sections/work-step.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [workStep],
  miniature: { height: 17, rects: [...row(4, 4, 9, 6), ...row(4, 12, 13, 1.5)] },
}

export const section = definePublicSection(outline, { reads: { steps: workStep }, View: WorkSteps })

type Step = RecordOf<typeof workStep>

/** The steps that are shown, 01 to 04 (spec section 9), in that order. */
export function shownSteps(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ stepNumber }) => /^0[1-4]$/.test(stepNumber))
    .toSorted((a, b) => a.stepNumber.localeCompare(b.stepNumber))
}

function WorkSteps({ steps: all }: { steps: readonly Step[] }) {
  const steps = shownSteps(all)
  if (steps.length === 0) return null
  return (
    <Section id="work-sec">
      <SectionHeading eyebrow="Work process" title="Built in four steps, like anything that stands">
        <p className="aside">The same four steps every month, in the same order.</p>
      </SectionHeading>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step._id}>
            <Picture kind="drawing" src={step.stapIcon} width={300} height={226} />
            <p className="plate">{step.stepNumber}</p>
            <h3 className="h3">{step.stepTitle}</h3>
            <p>{step.stepDetails}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
