import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { logo } from './logo.ts'

const link = (label: string, initial: string) => textField(label, { initial, maxLength: 20 })

/** The links of the header, which the footer repeats, and its button. */
export const menuCopy = defineCopyKind({
  kind: 'menu-words',
  part: 'Menu',
  siblingKind: logo,
  home: '/edit-menu',
  fields: {
    home: link('Link to the home page', 'Home'),
    about: link('Link to the about part', 'About Us'),
    services: link('Link to the services', 'Services'),
    pricing: link('Link to the packages', 'Pricing'),
    contact: link('Link to the contact page', 'Contact Us'),
    logIn: link('Link to log in', 'Log in'),
    dashboard: link('Link to the dashboard', 'Dashboard'),
    help: link('Link to help, for clients', 'Help'),
    account: link('Link to the account, for clients', 'Your account'),
    logOut: link('Link to log out, for clients', 'Log out'),
    contactButton: link('Button', 'Contact Now'),
  },
})
