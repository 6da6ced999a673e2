import type { DemoEntry } from './demo-entry.ts'
import { demoFaq } from './demo-faq.ts'
import { demoFooter } from './demo-footer.ts'
import { demoIntroduction } from './demo-introduction.ts'
import { demoPackages } from './demo-packages.ts'
import { demoPeople } from './demo-people.ts'
import { demoServices } from './demo-services.ts'
import { demoSteps } from './demo-steps.ts'

/**
 * What an empty database shows: every section but the payment email and the design items,
 * which only the owner can fill.
 */
export const demoContent: readonly DemoEntry[] = [
  ...demoIntroduction,
  ...demoPackages,
  ...demoServices,
  ...demoSteps,
  ...demoPeople,
  ...demoFaq,
  ...demoFooter,
]
