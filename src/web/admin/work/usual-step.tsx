import { Link } from 'react-router'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { buildAdminDeliverablePath } from '../admin-paths.ts'
import { type FormSubmission, PostButton } from '../forms/form-submission.tsx'
import { getButtonClass } from '../shell/button.tsx'
import { findUsualStep, getStepLabel } from './deliverable-state.tsx'
import { StepForm } from './step-form.tsx'

type Props = {
  orderId: string
  deliverable: Pick<Deliverable, '_id' | '_version' | 'title' | 'state' | 'needsApproval'>
  submission: FormSubmission
  /** The submission of a step with a draft or a proof. */
  proving: FormSubmission
}

/** Takes a deliverable's usual step in its row. The fields of a draft or a proof open below the button. */
export function UsualStep({ orderId, deliverable, submission, proving }: Props) {
  const { _id, _version, title, state } = deliverable
  const step = findUsualStep(deliverable)
  if (!step)
    return (
      <Link to={buildAdminDeliverablePath(orderId, _id)} className={getButtonClass('outline')}>
        Open<span className="sr-only">: {title}</span>
      </Link>
    )
  if (step.needs)
    return (
      <StepForm key={`${_version} ${state}`} step={step} orderId={orderId} deliverable={deliverable} submission={proving} isRow />
    )
  return (
    <PostButton submission={submission} values={{ id: _id, _version: String(_version), state: step.to }}>
      {getStepLabel(state, step)}
      <span className="sr-only">: {title}</span>
    </PostButton>
  )
}
