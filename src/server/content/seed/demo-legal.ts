import { legalClause } from '../../../contract/sections/legal-clause.ts'
import { demoOf } from './demo-entry.ts'

/** What the privacy page and the terms page say until the owner has had them looked at. */
export const demoLegal = [demoOf(legalClause, [], { sample: true })]
