import type { Endpoint } from '../core/endpoint.ts'
import { createFirstAdminEndpoint, getSetupStateEndpoint, registerEndpoint, signInEndpoint, signOutEndpoint } from './accounts.ts'
import { listAdminUsersEndpoint, removeUserEndpoint, resendAdminInvitationEndpoint } from './admin-users.ts'
import {
  betterAuthRequestPasswordResetEndpoint,
  betterAuthSignInEndpoint,
  betterAuthSignOutEndpoint,
  betterAuthSignUpEndpoint,
  getBetterAuthSessionEndpoint,
  getSigningKeysEndpoint,
  identityProviderCallbackEndpoint,
} from './better-auth.ts'
import { startIdentityProviderSignInEndpoint } from './identity-provider.ts'
import { confirmPasswordEndpoint } from './password-confirmation.ts'
import {
  requestPasswordResetEndpoint,
  resendVerificationEmailEndpoint,
  resetPasswordEndpoint,
  verifyEmailEndpoint,
} from './passwords.ts'
import {
  confirmSecondFactorSetupEndpoint,
  disableSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  startSecondFactorSetupEndpoint,
  verifyRecoveryCodeEndpoint,
  verifySecondFactorEndpoint,
} from './second-factor.ts'
import {
  changePasswordEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  getOwnAccountEndpoint,
  listOwnSessionsEndpoint,
} from './sessions.ts'
import { addUserEndpoint, getUserEndpoint, listUsersEndpoint, updateUserEndpoint } from './user-records.ts'
import { getWorkEmailsEndpoint, setWorkEmailsEndpoint } from './work-emails.ts'

/** Every call about accounts, sessions and admins. */
export const peopleEndpoints: readonly Endpoint[] = [
  listUsersEndpoint,
  getUserEndpoint,
  addUserEndpoint,
  updateUserEndpoint,
  listAdminUsersEndpoint,
  resendAdminInvitationEndpoint,
  removeUserEndpoint,
  getWorkEmailsEndpoint,
  setWorkEmailsEndpoint,
  registerEndpoint,
  signInEndpoint,
  signOutEndpoint,
  startIdentityProviderSignInEndpoint,
  getSetupStateEndpoint,
  createFirstAdminEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  verifyEmailEndpoint,
  resendVerificationEmailEndpoint,
  getOwnAccountEndpoint,
  confirmPasswordEndpoint,
  changePasswordEndpoint,
  listOwnSessionsEndpoint,
  endSessionEndpoint,
  endOtherSessionsEndpoint,
  startSecondFactorSetupEndpoint,
  confirmSecondFactorSetupEndpoint,
  verifySecondFactorEndpoint,
  verifyRecoveryCodeEndpoint,
  disableSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  betterAuthSignUpEndpoint,
  betterAuthSignInEndpoint,
  betterAuthSignOutEndpoint,
  getBetterAuthSessionEndpoint,
  betterAuthRequestPasswordResetEndpoint,
  identityProviderCallbackEndpoint,
  getSigningKeysEndpoint,
]
