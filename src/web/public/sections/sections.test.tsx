import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { counters } from '../../../contract/sections/counters.ts'
import { experience } from '../../../contract/sections/experience.ts'
import { faqItem } from '../../../contract/sections/faq-item.ts'
import { faqText } from '../../../contract/sections/faq-text.ts'
import { featureText } from '../../../contract/sections/feature-text.ts'
import { serviceText } from '../../../contract/sections/service-text.ts'
import { teamText } from '../../../contract/sections/team-text.ts'
import { testimonial } from '../../../contract/sections/testimonial.ts'
import { testimonialText } from '../../../contract/sections/testimonial-text.ts'
import { workStep } from '../../../contract/sections/work-step.ts'
import { exampleRecord } from '../example-record.ts'
import { About } from './about.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Counters } from './counters.tsx'
import { Experience } from './experience.tsx'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Pricing } from './pricing.tsx'
import { Services } from './services.tsx'
import { Team } from './team.tsx'
import { Testimonials } from './testimonials.tsx'
import { Video } from './video.tsx'
import { shownSteps, WorkSteps } from './work-steps.tsx'

test('a section without records vanishes, its heading included', () => {
  const empty = [
    <Features key={1} text={exampleRecord(featureText)} items={[]} />,
    <About key={2} />,
    <Counters key={3} />,
    <Pricing key={4} packages={[]} />,
    <Services key={5} text={exampleRecord(serviceText)} items={[]} />,
    <Testimonials key={6} text={exampleRecord(testimonialText)} items={[]} />,
    <WorkSteps key={7} steps={[]} />,
    <Video key={8} />,
    <Team key={9} text={exampleRecord(teamText)} members={[]} />,
    <Faq key={10} text={exampleRecord(faqText)} items={[]} />,
    <CallToAction key={11} />,
  ]
  expect(empty.map((section) => renderToStaticMarkup(section))).toEqual(empty.map(() => ''))
})

test('each counter has its plus sign', () => {
  const html = renderToStaticMarkup(<Counters record={exampleRecord(counters, { happyClientsNumber: '48' })} />)
  expect(html).toContain('48<span>+</span>')
  expect(html.match(/<span>\+<\/span>/g)).toHaveLength(4)
})

test('invented figures and quotes say so, real ones do not', () => {
  expect(renderToStaticMarkup(<Counters record={exampleRecord(counters, { _sample: true })} />)).toContain('Sample figures')
  expect(renderToStaticMarkup(<Counters record={exampleRecord(counters)} />)).not.toContain('Sample')
})

test('each testimonial has five stars', () => {
  const items = [exampleRecord(testimonial, { _id: 'a' }), exampleRecord(testimonial, { _id: 'b' })]
  expect(renderToStaticMarkup(<Testimonials items={items} />).match(/<path/g)).toHaveLength(10)
})

test('only steps 01 to 04 are shown, in order', () => {
  const steps = ['03', '05', '01', '1', '04'].map((stepNumber) => exampleRecord(workStep, { _id: stepNumber, stepNumber }))
  expect(shownSteps(steps).map(({ stepNumber }) => stepNumber)).toEqual(['01', '03', '04'])
})

test('an empty line in an answer starts a paragraph, and markup stays text', () => {
  const item = exampleRecord(faqItem, { accodingText: 'One.\n\n<img src=x onerror=alert(1)>' })
  expect(renderToStaticMarkup(<Faq items={[item]} />)).toContain('<p>One.</p><p>&lt;img src=x onerror=alert(1)&gt;</p>')
})

test('the skill bars keep the percentages of the specification, whatever numbers the record holds', () => {
  const html = renderToStaticMarkup(<Experience record={exampleRecord(experience, { skillOneNumber: '12' })} />)
  expect(html.match(/(?<=aria-label=")[^"]+/g)).toEqual(['skillOneText: 85%', 'skillTwoText: 65%', 'skillThreeText: 79%'])
  expect(html.match(/(?<=<span>)\d+%/g)).toEqual(['85%', '65%', '79%'])
  expect(renderToStaticMarkup(<Experience />)).toBe('')
})
