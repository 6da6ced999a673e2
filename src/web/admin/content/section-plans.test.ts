import { expect, test } from 'vitest'
import { recordPages, type Section } from '../../../contract/section.ts'
import { experience } from '../../../contract/sections/experience.ts'
import { searchListing } from '../../../contract/sections/search-listing.ts'
import { serviceItem } from '../../../contract/sections/service-item.ts'
import { user } from '../../../contract/sections/user.ts'
import type { FormPlan } from '../forms/use-editor-form.ts'
import { addPlan, isFull, updatePlan } from './section-plans.ts'

test('the add form leaves out what the add call does without', () => {
  expect(names(addPlan(serviceItem).shown)).toEqual(['serviceTitle', 'serviceDetails', 'serviceIcon'])
})

test('the add form carries a field that is always hidden, with its initial value', () => {
  const plan = addPlan(user)
  expect(names(plan.carried)).toEqual(['userRole'])
  expect(plan.saved.userRole).toBe('Admin')
})

test('fields hidden on update are shown on add and carried on update', () => {
  expect(names(addPlan(experience).shown)).toContain('skillOneText')
  const plan = planOf(experience, '/edit-experience/:id', filled(experience))
  expect(names(plan.shown)).toEqual(['experienceText', 'experienceHeading', 'experienceDetails'])
  expect(names(plan.carried)).toHaveLength(6)
})

test('a hidden value that the call would refuse is shown', () => {
  const plan = planOf(experience, '/edit-experience/:id', { ...filled(experience), skillTwoText: '' })
  expect(names(plan.shown)).toContain('skillTwoText')
})

test('the main service hides its place, other services show it', () => {
  const main = { ...filled(serviceItem), serviceName: 'Main' }
  expect(names(planOf(serviceItem, '/main-service-edit/:id', main).carried)).toEqual(['serviceName'])
  expect(names(planOf(serviceItem, '/service-edit/:id', main).carried)).toEqual([])
})

test('what no two records may have is offered once: to nobody else, and to its own record still', () => {
  const listed = (page: string) => ({ id: page, isSample: false, values: { ...filled(searchListing), page } })
  const pages = searchListing.fields.page.choices ?? []
  const choicesOf = ({ shown }: FormPlan) => shown.find(({ name }) => name === 'page')?.field.choices
  expect(choicesOf(addPlan(searchListing, [listed('Home'), listed('Pricing')]))).toEqual(
    pages.filter((page) => page !== 'Home' && page !== 'Pricing'),
  )
  const ownPage = recordPages(searchListing)[0]
  if (!ownPage) throw new Error('A search result has no page')
  expect(choicesOf(updatePlan(searchListing, ownPage, listed('Pricing'), [listed('Home')]))).toContain('Pricing')
  expect(isFull(searchListing, pages.slice(1).map(listed))).toBe(false)
  expect(isFull(searchListing, pages.map(listed))).toBe(true)
})

function planOf(section: Section, path: string, values: Record<string, string>): FormPlan {
  const page = recordPages(section).find((one) => one.path === path)
  if (!page) throw new Error(`No page at ${path}`)
  return updatePlan(section, page, { id: '1', isSample: false, values })
}

function filled(section: Section): Record<string, string> {
  return Object.fromEntries(Object.keys(section.fields).map((name) => [name, 'Text']))
}

function names(fields: FormPlan['shown']): string[] {
  return fields.map(({ name }) => name)
}
