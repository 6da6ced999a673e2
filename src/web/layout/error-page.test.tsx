import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { UserError } from '../../contract/core/user-error.ts'
import { NO_PERMISSION } from '../route-guards.ts'
import { ErrorPage } from './error-page.tsx'

/** The page as shown for an error, without any frame around it. */
function shownFor(error: unknown): string {
  const router = createMemoryRouter([{ path: '/', element: null, ErrorBoundary: ErrorPage }], {
    hydrationData: { errors: { 0: error } },
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('a person without permission reads exactly that and finds the way to their dashboard', () => {
  const html = shownFor(new UserError(403, NO_PERMISSION))
  expect(html).toMatch(/<h1[^>]*>You don&#x27;t have any permission<\/h1>/)
  expect(html).toContain('href="/dashboard"')
})

test('a missing page says so and links home', () => {
  const html = shownFor(new UserError(404, 'There is no page at this address.'))
  expect(html).toContain('There is no page at this address.')
  expect(html).toContain('href="/"')
  expect(html).toContain('<title>Page not found | Rankstead</title>')
})

test('a page that is gone says so in words of its own', () => {
  const html = shownFor(new UserError(410, 'This page is gone.'))
  expect(html).toMatch(/<h1[^>]*>This page is gone<\/h1><p>It was taken down for good/)
  expect(html).toContain('href="/"')
})

test('an unexpected error tells nothing of its insides', () => {
  const html = shownFor(new Error('SQLITE_CORRUPT at /srv/data.sqlite'))
  expect(html).not.toContain('SQLITE')
  expect(html).toContain('Something went wrong')
  expect(html).toContain('href="/"')
})

test('a page without an answer says that one seems to be offline, names no status and offers to try again', () => {
  const html = shownFor(new UserError(0, 'Nobody answered.'))
  expect(html).toMatch(/<h1[^>]*>You seem to be offline<\/h1>/)
  expect(html).toContain('what you typed elsewhere is not lost')
  expect(html).toContain('>Try again</button>')
  expect(html).not.toContain('plate')
})
