/** The background of every public page. Browsers color their own controls with it. */
export const THEME_COLOR = '#FBF8F3'
