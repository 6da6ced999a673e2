export const TRANSFER = '/transfer'
