import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { longTextField, textField } from '../../core/field.ts'
import { contactMethod } from './contact-method.ts'

/** Texts of the contact page and its form. Error messages keep the product's own field names. */
export const contactCopy = defineCopyKind({
  kind: 'contact-words',
  part: 'Contact page',
  siblingKind: contactMethod,
  fields: {
    smallHeading: textField('Small heading', { initial: 'Contact Us', optional: true }),
    mainHeading: textField('Heading', {
      initial: '',
      optional: true,
      help: 'If blank, the heading lists your ways of contact, such as “Call, write or stop by.”',
    }),
    lead: longTextField('Text under the heading', {
      initial: 'Ask us anything before you order, or about an order you already placed.',
      optional: true,
    }),
    jumpLink: textField('Link down to the form, on phones', { initial: 'Write to us here', optional: true }),
    phoneTitle: textField('Above the phone numbers', { initial: 'Phone number' }),
    emailTitle: textField('Above the email address', { initial: 'Email' }),
    addressTitle: textField('Above the addresses', { initial: 'Address' }),
    hoursTitle: textField('Above the hours', { initial: 'Hours' }),
    mapNote: textField('Line under the drawn map', { initial: 'Illustration, not an actual map', optional: true }),
    mapLink: textField('Link to directions', { initial: 'Get directions', optional: true, help: 'Leads to Google Maps.' }),
    formHeading: textField('Heading of the form', { initial: 'Get In Touch' }),
    formNote: textField('Text under the heading of the form', {
      initial: 'All we need for a reply is your email.',
      optional: true,
    }),
    replyTime: textField('How soon you answer', {
      initial: 'We reply within one business day.',
      optional: true,
      help: 'Promise only what you can keep. It shows above the form and after a message is sent.',
    }),
    nameLabel: textField('Field for the name', { initial: 'Name' }),
    numberLabel: textField('Field for the phone number', { initial: 'Phone number' }),
    emailLabel: textField('Field for the email address', { initial: 'Email' }),
    subjectLabel: textField('Field for the subject', { initial: 'Subject' }),
    orderSubject: textField('Subject of a question about an order', {
      initial: 'Order {number} ({package})',
      help: '{number} and {package} stand for the order’s number and package.',
    }),
    siteLabel: textField('Field for the website', { initial: 'Your website (optional)' }),
    zipLabel: textField('Field for the ZIP codes', { initial: 'ZIP codes you serve (optional)' }),
    messageLabel: textField('Field for the message', { initial: 'Message' }),
    messageHelp: textField('Help with the message', {
      initial: 'What you want to change, and anything we should know.',
      optional: true,
    }),
    sendButton: textField('Button', { initial: 'Send message' }),
    sendAnywayButton: textField('Button without an email or phone number', { initial: 'Send anyway' }),
    dataNote: textField('Text beside the button', {
      initial: 'We only use this to reply to you.',
      optional: true,
    }),
  },
})
