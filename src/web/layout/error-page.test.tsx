import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { UserError } from '../../contract/core/user-error.ts'
import { NO_PERMISSION_MESSAGE } from '../page-route-and-access-guard.ts'
import { ErrorPage } from './error-page.tsx'

/** Renders the error page without header and footer. */
function renderErrorPage(error: unknown): string {
  const router = createMemoryRouter([{ path: '/', element: null, ErrorBoundary: ErrorPage }], {
    hydrationData: { errors: { 0: error } },
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('tells a person without permission exactly that, and links to their dashboard', () => {
  const html = renderErrorPage(new UserError(403, NO_PERMISSION_MESSAGE))
  expect(html).toMatch(/<h1[^>]*>You don&#x27;t have any permission<\/h1>/)
  expect(html).toContain('href="/dashboard"')
})

test('says that a page is missing, and links home', () => {
  const html = renderErrorPage(new UserError(404, 'There’s no page at this address.'))
  expect(html).toContain('There’s no page at this address.')
  expect(html).toContain('href="/"')
  expect(html).toContain('<title>Page not found | Rankstead</title>')
})

test('says that a page is gone in its own words', () => {
  const html = renderErrorPage(new UserError(410, 'This page is gone.'))
  expect(html).toMatch(/<h1[^>]*>This page is gone<\/h1><p>We took it down for good/)
  expect(html).toContain('href="/"')
})

test('reveals no details of an unexpected error', () => {
  const html = renderErrorPage(new Error('SQLITE_CORRUPT at /srv/data.sqlite'))
  expect(html).not.toContain('SQLITE')
  expect(html).toContain('Something went wrong')
  expect(html).toContain('href="/"')
})

test('says after a call without a reply that the visitor seems to be offline, and offers to try again', () => {
  const html = renderErrorPage(new UserError(0, 'Nobody answered.'))
  expect(html).toMatch(/<h1[^>]*>You seem to be offline<\/h1>/)
  expect(html).toContain('What you typed on other pages isn’t lost')
  expect(html).toContain('>Try again</button>')
  expect(html).not.toContain('plate')
})
