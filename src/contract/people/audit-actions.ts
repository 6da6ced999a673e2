import { defineAction } from '../core/define-audit-action.ts'

export const peopleAuditActions = {
  'user.added': defineAction('adminUser', 'Added an admin', 'Added {emailAfter} as {roleAfter}'),
  'user.changed': defineAction(
    'adminUser',
    'Changed an admin',
    'Changed {emailBefore} ({roleBefore}) to {emailAfter} ({roleAfter})',
  ),
  'user.removed': defineAction('adminUser', 'Removed an admin', 'Removed {emailBefore}'),
  'user.invited': defineAction('adminUser', 'Invited an admin again', 'Invited {email} again'),
  'email.verified': defineAction('account', 'Confirmed the email address'),
  'email.link-mailed': defineAction('account', 'Asked for a new link to confirm the email address'),
  'email.change-asked': defineAction('account', 'Asked to change the email address', 'Asked to change the email address to {to}'),
  'email.changed': defineAction('account', 'Changed the email address', 'Changed the email address from {from} to {to}'),
  'password.changed': defineAction('account', 'Changed the password'),
  'password.reset': defineAction('account', 'Set a new password with an emailed link'),
  'password.link-made': defineAction('account', 'Created a password link on the server'),
  'second-factor.set-up': defineAction('account', 'Set up two-step verification'),
  'second-factor.turned-off': defineAction('account', 'Turned off two-step verification'),
  'recovery-codes.renewed': defineAction('account', 'Created new recovery codes'),
  'recovery-code.used': defineAction('account', 'Logged in with a recovery code', 'Logged in with a recovery code; {left} left'),
  'session.ended': defineAction('account', 'Logged out other devices', ({ count = '1' }) =>
    count === '1' ? 'Logged out another device' : `Logged out ${count} other devices`,
  ),
}
