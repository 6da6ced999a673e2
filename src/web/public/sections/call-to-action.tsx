import type { RecordOf } from '../../../contract/section.ts'
import type { callToAction } from '../../../contract/sections/call-to-action.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/section.tsx'

export function CallToAction({ record }: { record?: RecordOf<typeof callToAction> }) {
  if (!record) return null
  return (
    <Section ground="night">
      <div className="call">
        <div>
          <h2 className="h2">{record.heading}</h2>
          <p>{record.subHeading}</p>
        </div>
        <LinkButton href={record.buttonLink || '/contact'} look="mint">
          {record.buttonText || 'Contact Now'}
        </LinkButton>
      </div>
    </Section>
  )
}
