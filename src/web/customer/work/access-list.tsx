import type { AccessState, OrderAccess, OrderAccessList } from '#contract/work/access.ts'
import { ACCESS_FORM_NAME } from '../../access-form.ts'
import { HiddenFields } from '../../forms/form-field.tsx'
import { HtmlForm } from '../../forms/html-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FormButton } from '../../ui/link-button.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'

export const ACCESS_ANCHOR = 'access'

const stateTexts: Readonly<Record<AccessState, { label: string; tone: string }>> = {
  'not yet': { label: 'Waiting for you', tone: 'waiting' },
  invited: { label: 'You invited us. We’re checking.', tone: 'active' },
  confirmed: { label: 'We have access', tone: 'done' },
}

/** Lists the accesses that the team needs, whom to invite, and a button that says so. Works without script (P-336). */
export function AccessList({ access: { items, inviteEmail } }: { access: OrderAccessList }) {
  if (items.length === 0) return null
  return (
    <section id={ACCESS_ANCHOR} aria-labelledby="access-title" className="deliverables access-list">
      <div className="deliverables-head">
        <h2 id="access-title" className="h3">
          Access
        </h2>
        <p>
          {items.filter(({ state }) => state === 'confirmed').length} of {items.length} confirmed
        </p>
      </div>
      <p>
        Please invite <strong>{inviteEmail || 'our contact email'}</strong>. We never need your passwords.
      </p>
      <ul>
        {items.map((item) => (
          <li key={item._id}>
            <span className={`state-icon tone-${stateTexts[item.state].tone}`}>
              <Icon name={item.state === 'confirmed' ? 'tick' : 'clock'} />
            </span>
            <div>
              <h3>{item.name}</h3>
              {item.state !== 'confirmed' && <AccessSteps item={item} />}
            </div>
            <span className={`chip tone-${stateTexts[item.state].tone}`}>{stateTexts[item.state].label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AccessSteps({ item: { _id, name, help, link, state } }: { item: OrderAccess }) {
  const isInvited = state === 'invited'
  return (
    <>
      {help && <Paragraphs text={help} />}
      {link && (
        <p>
          <a href={link}>
            How it’s done<span className="visually-hidden">: {name}</span>
          </a>
        </p>
      )}
      <HtmlForm name={ACCESS_FORM_NAME} action={`#${ACCESS_ANCHOR}`} busyLabel="Saving…">
        <HiddenFields values={{ accessId: _id, state: isInvited ? 'not yet' : 'invited' }} />
        <FormButton buttonStyle="outline">
          {isInvited ? 'I haven’t invited you yet' : 'I sent the invitation'}
          <span className="visually-hidden">: {name}</span>
        </FormButton>
      </HtmlForm>
    </>
  )
}
