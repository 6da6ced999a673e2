/** The paper that every public page lies on: browsers paint their own parts around the page with it. */
export const THEME_COLOR = '#FBF8F3'
