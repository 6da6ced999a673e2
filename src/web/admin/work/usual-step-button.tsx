import { Link } from 'react-router'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { buildAdminDeliverablePath } from '../admin-paths.ts'
import { type FormSubmission, PostButton } from '../forms/form-submission.tsx'
import { getButtonClass } from '../shell/button.tsx'
import { findUsualStep, getStepLabel } from './deliverable-labels.ts'

type Props = {
  orderId: string
  deliverable: Pick<Deliverable, '_id' | '_version' | 'title' | 'state' | 'needsApproval'>
  submission: FormSubmission
}

/** Takes a deliverable's usual step with one press. A step that needs words opens the deliverable's page. */
export function UsualStepButton({ orderId, deliverable, submission }: Props) {
  const { _id, _version, title, state } = deliverable
  const step = findUsualStep(deliverable)
  if (!step || step.needs)
    return (
      <Link to={buildAdminDeliverablePath(orderId, _id)} className={getButtonClass(step ? 'filled' : 'outline')}>
        {step ? getStepLabel(state, step) : 'Open'}
        <span className="sr-only">: {title}</span>
      </Link>
    )
  return (
    <PostButton submission={submission} values={{ id: _id, _version: String(_version), state: step.to }}>
      {getStepLabel(state, step)}
      <span className="sr-only">: {title}</span>
    </PostButton>
  )
}
