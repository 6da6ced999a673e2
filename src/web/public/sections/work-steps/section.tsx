import { workStep } from '#contract/content/kinds/work-step.ts'
import { workStepsCopy } from '#contract/content/kinds/work-steps-copy.ts'
import { getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { ContentImage } from '#web/ui/content-image.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { formatWithFieldMark } from '../../preview-field-mark-characters.ts'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [workStep, workStepsCopy],
  miniature: { height: 17, ink: drawRow(4, 4, 9, 6) + drawRow(4, 12, 13, 1.5) },
}

const reads = { steps: workStep, copy: workStepsCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, WorkSteps)

type Step = ContentRecord<typeof workStep>

/** Returns the steps 01 to 04 in order (P-27). */
export function listShownWorkSteps(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ stepNumber }) => /^0[1-4]$/.test(stepNumber))
    .toSorted((a, b) => Number(a.stepNumber) - Number(b.stepNumber))
}

function WorkSteps({ steps: allSteps, copy }: SectionViewProps<typeof reads>) {
  const steps = listShownWorkSteps(allSteps)
  if (steps.length === 0) return null
  return (
    <Section id="work-sec">
      <SectionHeading eyebrow={copy.smallHeading} title={copy.mainHeading}>
        {copy.note && <p className="aside">{copy.note}</p>}
      </SectionHeading>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step._id}>
            <ContentImage kind="illustration" src={getIconFieldUrl(step.stapIcon)} width={300} height={226} />
            <p className="plate">{formatWithFieldMark(step, 'stepNumber')}</p>
            <h3 className="h3">{step.stepTitle}</h3>
            <p>{step.stepDetails}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
