import { longText, text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { contactEntry } from './contact-entry.ts'

/** The contact page and its form. What the form says of a mistake names its fields by the words of the product. */
export const contactWords = defineWords({
  kind: 'contact-words',
  part: 'Contact page',
  beside: contactEntry,
  fields: {
    smallHeading: text('Small heading', { initial: 'Contact Us', optional: true }),
    mainHeading: text('Heading', {
      initial: '',
      optional: true,
      help: 'Left empty, it names the ways that there are, such as: Contact us: write, call or come by.',
    }),
    lead: longText('Text under the heading', {
      initial: 'Ask us anything before you order, or about an order you already placed.',
      optional: true,
    }),
    jumpLink: text('Link down to the form, on phones', { initial: 'Write to us here', optional: true }),
    phoneTitle: text('Above the phone numbers', { initial: 'Phone number' }),
    emailTitle: text('Above the email address', { initial: 'Email' }),
    addressTitle: text('Above the addresses', { initial: 'Address' }),
    hoursTitle: text('Above the hours', { initial: 'Working time' }),
    mapNote: text('Line under the drawn map', { initial: 'Illustration, not a map of the place', optional: true }),
    mapLink: text('Link to directions', { initial: 'Get directions', optional: true, help: 'Leads to Google Maps.' }),
    formHeading: text('Heading of the form', { initial: 'Get In Touch' }),
    formNote: text('Text under the heading of the form', { initial: 'All we need for a reply is your email.', optional: true }),
    replyTime: text('How soon you answer', {
      initial: 'We usually answer within one business day.',
      optional: true,
      help: 'Say what you keep: it stands above the form, and again where somebody has sent it.',
    }),
    nameLabel: text('Field for the name', { initial: 'Name' }),
    numberLabel: text('Field for the phone number', { initial: 'Phone number' }),
    emailLabel: text('Field for the email address', { initial: 'Email' }),
    subjectLabel: text('Field for the subject', { initial: 'Subject' }),
    messageLabel: text('Field for the message', { initial: 'Message' }),
    messageHelp: text('Help with the message', {
      initial: 'Your website, the areas you serve and what you want to change.',
      optional: true,
    }),
    sendButton: text('Button', { initial: 'Send message' }),
    sendAnywayButton: text('Button of a message without an address', { initial: 'Send anyway' }),
    dataNote: text('Text beside the button', {
      initial: 'We use these details to answer you, and for nothing else.',
      optional: true,
    }),
  },
})
