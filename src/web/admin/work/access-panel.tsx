import type { AccessState, OrderAccessList } from '#contract/work/access.ts'
import { ACCESS_FORM_NAME } from '../../access-form.ts'
import { PostButton, SubmissionError, useFormSubmission } from '../forms/form-submission.tsx'
import { Chip } from '../shell/chip.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { TitledPanel } from '../shell/titled-panel.tsx'

const stateTexts: Readonly<Record<AccessState, { label: string; tone: 'warning' | 'info' | 'success' }>> = {
  'not yet': { label: 'Not yet', tone: 'warning' },
  invited: { label: 'Client invited us', tone: 'info' },
  confirmed: { label: 'Confirmed', tone: 'success' },
}

/** Shows the accesses of an order with their history. The team confirms each, or takes that back. */
export function AccessPanel({ access }: { access: OrderAccessList }) {
  const submission = useFormSubmission(ACCESS_FORM_NAME, access)
  if (access.items.length === 0) return null
  return (
    <TitledPanel title="Access">
      <p className="text-help text-muted wrap-anywhere">
        The client invites {access.inviteEmail || 'your email. Enter it in Business info'}.
      </p>
      <SubmissionError submission={submission} />
      <ul className="grid gap-3">
        {access.items.map(({ _id, name, state, history }) => (
          <li key={_id} className="grid justify-items-start gap-2 border-t border-rule-light pt-3">
            <p className="flex flex-wrap gap-2 font-semibold wrap-anywhere">
              {name} <Chip tone={stateTexts[state].tone}>{stateTexts[state].label}</Chip>
            </p>
            {history.map((change) => (
              <p key={change.at} className="text-help text-muted wrap-anywhere">
                {stateTexts[change.state].label}: {change.actor ?? 'the client'}, <DateTime at={change.at} />
              </p>
            ))}
            <PostButton
              submission={submission}
              values={{ accessId: _id, state: state === 'confirmed' ? 'not yet' : 'confirmed' }}
            >
              {state === 'confirmed' ? 'Not confirmed after all' : 'Confirm'}
              <span className="sr-only">: {name}</span>
            </PostButton>
          </li>
        ))}
      </ul>
    </TitledPanel>
  )
}
