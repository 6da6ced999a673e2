/** How long the second step of a sign-in may take, in seconds. */
export const SECOND_STEP_LASTS = 10 * 60
