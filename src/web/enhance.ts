import { startCarousels } from './enhance/carousel.ts'
import { startForms } from './enhance/forms.ts'
import { startMenu } from './enhance/menu.ts'
import { startVideo } from './enhance/video.ts'

// Everything works without this file; it only makes it more comfortable.
startMenu(document)
startCarousels(document)
startVideo(document)
startForms(document)
