import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, textField } from '../../core/field.ts'

/** The month of work has 30 days. */
export const LAST_DAY_OF_WORK_MONTH = 30
const days = Array.from({ length: LAST_DAY_OF_WORK_MONTH }, (_, index) => String(index + 1))

const counts = Array.from({ length: 20 }, (_, index) => String(index + 1))

/** In which months of a customer a package contains a deliverable. */
const templateMonthLabels = { first: 'First month', later: 'Later months', every: 'Every month' }

const weights = Array.from({ length: 11 }, (_, index) => String(index))

/** What an order of a package promises. The first payment copies it to the order, so later edits change no order. */
export const deliverableTemplate = defineContentKind({
  kind: 'deliverable-template',
  title: 'Package deliverable',
  shape: 'list',
  group: 'pricing',
  shownOn: [],
  isOptional: true,
  read: 'admin',
  fields: {
    templatePackage: textField('Package', { isIdentifier: true }),
    templateTitle: textField('What the client gets', { maxLength: 200 }),
    templateDetails: longTextField('Details', { optional: true, maxLength: 5000 }),
    templateCount: choiceField('How many', counts, {
      help: 'Each one has its own draft and proof, and an even part of the price.',
      initial: '1',
      optional: true,
    }),
    fromDay: choiceField('From day', days, { help: 'Counted from the day the month starts.' }),
    toDay: choiceField('Due on day', days),
    templateMonths: choiceField('Which months', Object.keys(templateMonthLabels), {
      choiceLabels: templateMonthLabels,
      help: 'A client’s second order of a package is a later month.',
      initial: 'every',
      optional: true,
    }),
    needsApproval: choiceField('The client approves it', ['Yes', 'No'], {
      help: 'Yes: we deliver it only after the client’s yes.',
    }),
    templateWeight: choiceField('Part of the price', weights, {
      help: 'Compared with the package’s other deliverables. It sets the refund for this one. 0 = free.',
      initial: '1',
      optional: true,
    }),
  },
  rule: ({ fromDay, toDay }) => ({
    ...(Number(toDay) < Number(fromDay) && { toDay: 'The due day can’t be before the first day. Choose a later one.' }),
  }),
  api: {
    list: '/deliverable-templates',
    one: '/deliverable-template/:id',
    add: '/add-deliverable-template',
    update: '/deliverable-template/:id',
  },
  editor: {
    home: '/edit-deliverable-templates',
    name: 'Package deliverables',
    record: '/edit-deliverable-templates/:id',
    groupBy: 'templatePackage',
    shows: ['templateTitle', 'templateMonths', 'toDay'],
  },
  messages: { added: 'Deliverable is added', updated: 'Deliverable is updated' },
})
