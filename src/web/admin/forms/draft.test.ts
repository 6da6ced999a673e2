import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { differing, draftKey, dropDraft, keepDraft, readDraft } from './draft.ts'

const key = draftKey('ada@example.com', '/banner/1/', 'banner')

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a draft holds only what differs from the saved values', () => {
  keepDraft(key, { heading: 'Old', text: 'Same' }, { heading: 'New', text: 'Same' })
  expect(readDraft(key)?.values).toEqual({ heading: 'New' })
})

test('typing the saved values again drops the draft', () => {
  keepDraft(key, { heading: 'Old' }, { heading: 'New' })
  keepDraft(key, { heading: 'Old' }, { heading: 'Old' })
  expect(readDraft(key)).toBeUndefined()
})

test('a dropped draft is gone', () => {
  keepDraft(key, { heading: 'Old' }, { heading: 'New' })
  dropDraft(key)
  expect(readDraft(key)).toBeUndefined()
})

test('each person has their own drafts, and a slash at the end of an address makes no other page', () => {
  expect(draftKey('ben@example.com', '/banner/1', 'banner')).not.toBe(key)
  expect(draftKey('ada@example.com', '/banner/1', 'banner')).toBe(key)
})

test('a browser that forbids storage costs the draft, not the page', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft(key, { heading: 'Old' }, { heading: 'New' })
  expect(readDraft(key)).toBeUndefined()
})

test('values of unknown fields never differ', () => {
  expect(differing({ heading: 'Old' }, { heading: 'Old', other: 'x' })).toEqual({})
})
