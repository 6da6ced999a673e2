import { briefQuestion } from '../../../../contract/content/kinds/brief-question.ts'
import { defineDemoRecords } from './demo-records.ts'

/** The ten questions that clients answer after they pay. */
export const demoWork = [
  defineDemoRecords(briefQuestion, [
    {
      question: 'Business name, addresses and phone',
      questionHelp: 'Exactly as clients should see them everywhere. One office per line.',
      answerType: 'long text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'License number and brokerage',
      questionHelp: 'As your state requires you to display them.',
      answerType: 'short text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Areas and neighborhoods you serve',
      questionHelp: 'The most important first, one per line.',
      answerType: 'list',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Your website, and who can change it',
      questionHelp: 'The address, and the name and email of the person or company that edits it. No passwords, please.',
      answerType: 'long text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Your IDX or MLS vendor',
      questionHelp: 'The company that puts listings on your site. Write “none” if there is none.',
      answerType: 'short text',
      answerChoices: '',
      answerRequired: 'No',
    },
    {
      question: 'Is our email a manager of your Google Business Profile?',
      questionHelp: 'In your profile, open Settings, People and access, Add. Enter our contact email and choose Manager.',
      answerType: 'choice',
      answerChoices: 'Yes, I sent the invitation\nNot yet\nI have no profile',
      answerRequired: 'Yes',
    },
    {
      question: 'Does our email have access to your Search Console?',
      questionHelp: 'In Search Console, open Settings, Users and permissions, Add user. Enter our contact email and choose Full.',
      answerType: 'choice',
      answerChoices: 'Yes, I added it\nNot yet\nI have no Search Console',
      answerRequired: 'Yes',
    },
    {
      question: 'Your main competitors',
      questionHelp: 'Names or websites, one per line.',
      answerType: 'list',
      answerChoices: '',
      answerRequired: 'No',
    },
    {
      question: 'Who approves our drafts?',
      questionHelp: 'The name and email of one person. Nothing goes live without that yes.',
      answerType: 'short text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Photos, brand files, and words to avoid',
      questionHelp: 'Links to your photos and logo, and anything that we must never say about you or your areas.',
      answerType: 'long text',
      answerChoices: '',
      answerRequired: 'No',
    },
  ]),
]
