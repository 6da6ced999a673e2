import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { copyright } from './copyright.ts'

/** Texts of the footer beside its own records. Its page links use the menu's names. */
export const footerCopy = defineCopyKind({
  kind: 'footer-words',
  part: 'Footer',
  siblingKind: copyright,
  home: '/edit-footer',
  fields: {
    pagesHeading: textField('Heading of the page links', { initial: 'Pages' }),
    servicesHeading: textField('Heading of the service links', { initial: 'Services' }),
    reportLink: textField('Link to the sample report', { initial: 'Sample report' }),
    auditLink: textField('Link to the sample audit', { initial: 'Sample audit' }),
    addressHeading: textField('Heading of the address', { initial: 'Contact Us' }),
    subscribeLabel: textField('Above the subscribe box', { initial: 'Subscribe by email' }),
    subscribeExample: textField('Example in the subscribe box', { initial: 'you@example.com', optional: true }),
    subscribeButton: textField('Subscribe button', { initial: 'Subscribe', maxLength: 24 }),
    subscribeNote: textField('Under the subscribe box', {
      initial: 'Occasional local SEO tips for real estate. Unsubscribe anytime.',
      optional: true,
    }),
    privacyLink: textField('Link to the privacy page', { initial: 'Privacy' }),
    termsLink: textField('Link to the terms page', { initial: 'Terms' }),
    topLink: textField('Link back to the top', { initial: 'Back to top', maxLength: 24 }),
  },
})
