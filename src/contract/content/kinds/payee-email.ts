import { defineContentKind } from '../../core/content-kind.ts'
import { emailField } from '../../core/field.ts'

export const payeeEmail = defineContentKind({
  kind: 'payment-email',
  title: 'Payment email',
  shape: 'list',
  group: 'business',
  shownOn: [],
  fields: {
    paypalEmail: emailField('Payment account email', {
      help: 'Check every letter. Payments go to the first email that isn’t a sample. Others are spares.',
    }),
  },
  api: { list: '/paypal-email', one: '/paypal-email/:id', add: '/add-email', update: '/paypal-email/:id' },
  editor: {
    home: '/add-paypal-Email',
    firstRecordMark: 'Receives payments',
    addChoice: {
      asks: 'What is the new address for? Payments now go to',
      spare: 'Add as a spare',
      replace: 'Get paid here from now on',
    },
    name: 'Payment emails',
    access: 'anyone',
    icon: 'card',
    record: '/paypal-email/:id',
  },
  ownerOnlyFields: ['paypalEmail'],
  messages: { added: 'Paypal Email Added', updated: 'Paypal Email Updated' },
  read: 'signedIn',
  recent: true,
  notifyOnChange: {
    field: 'paypalEmail',
    added: 'payment-email.added',
    changed: 'payment-email.changed',
    deleted: 'payment-email.deleted',
  },
  lastRecordMessage: 'Payments go to this address: change it, or add another one before you delete it.',
})
